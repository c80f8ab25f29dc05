import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import * as z from '@pgw/protocol/zod';
import { whyNoPromtool } from '../../../../scripts/programs/other-programs.mjs';
import { skipBecause } from '../../../../scripts/skip-because.ts';
import { factsByEvent } from '../event-facts.ts';
import { scenarios, scrapeScenario, type ScrapedScenario } from './scenarios.ts';

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const folder = new URL('../../../../docs/monitoring/', import.meta.url);
const rulesFile = fileURLToPath(new URL('alerts.yml', folder));
const rules: readonly AlertRule[] = parse(readFileSync(rulesFile, 'utf8')).groups[0].rules;
const alerts = rules.map(({ alert }) => alert);

const reasonWithoutPromtool = whyNoPromtool();
const scraped = new Map<string, ScrapedScenario>();
beforeAll(async () => {
  for (const alert of Object.keys(scenarios)) scraped.set(alert, await scrapeScenario(alert));
});

/** Soon after the cause, which happens after five minutes, and when the delays (`for`) of all rules have ended. */
const evalTimes = ['9m', '30m'];

/** True for a rule about a state, which fires when the state has lasted. The other rules count events. */
function hasDelay(alert: string): boolean {
  return rules.some((rule) => rule.alert === alert && rule.for !== undefined);
}

/** Runs promtool with a test of the rules: the metrics of a scenario, and the alerts that fire. */
function evaluate(alert: string): { readonly status: number | null; readonly output: string } {
  const { before, after } = scraped.get(alert) ?? { before: new Map(), after: new Map() };
  const names = new Set([...before.keys(), ...after.keys()]);
  const series = [...names].map((name) => {
    const now = after.get(name);
    const start = before.get(name);
    // Five minutes before the cause, and thirty after it. `_` is a missing sample.
    return {
      series: name,
      values: `${start === undefined ? '_x5' : `${start}x5`} ${now === undefined ? '_x30' : `${now}x30`}`,
    };
  });
  const alertTests = rules.flatMap(({ alert: alertname, labels, annotations }) => {
    if (alertname !== alert) return evalTimes.map((eval_time) => ({ eval_time, alertname, exp_alerts: [] }));
    const exp_labels = { ...labels, ...(alertname === 'PgwProblem' && { code: 'work-overdue' }) };
    const exp_alerts = [{ exp_labels, exp_annotations: annotations }];
    return [{ eval_time: hasDelay(alert) ? '30m' : '9m', alertname, exp_alerts }];
  });
  const temporary = mkdtempSync(join(tmpdir(), 'pgw-alerts-'));
  const file = join(temporary, 'test.yml');
  writeFileSync(
    file,
    stringify({
      rule_files: [rulesFile],
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series: series, alert_rule_test: alertTests }],
    }),
  );
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  rmSync(temporary, { recursive: true });
  return { status, output: `${stdout}${stderr}` };
}

describe('the alert rules of docs/monitoring/alerts.yml', () => {
  it('are eight, each with a scenario and a row in docs/monitoring.md', () => {
    expect(alerts).toHaveLength(8);
    expect(Object.keys(scenarios).toSorted()).toEqual(alerts.toSorted());
    const document = readFileSync(new URL('../monitoring.md', folder), 'utf8');
    const rows = document.matchAll(/^\| `(Pgw\w+)` .*?\| (\w+) +\|$/gm);
    const severities = Object.fromEntries([...rows].map(([, alert = '', severity]) => [alert, severity]));
    expect(severities).toEqual(
      Object.fromEntries(rules.map(({ alert, labels }) => [alert, labels['severity']])),
    );
  });

  it('read only metrics and events that the metrics of the document have before the first cause', () => {
    const text = rules.map(({ expr }) => expr).join('\n');
    const published = [...(scraped.get('PgwFailing')?.before.keys() ?? [])].join('\n');
    for (const [, names = ''] of text.matchAll(/event=~?"([^"]+)"/g))
      for (const name of names.split('|')) expect(published).toContain(`pgw_events_total{event="${name}"}`);
    for (const metric of new Set(text.match(/pgw_\w+/g))) {
      const all = [...scraped.values()].flatMap(({ after }) => [...after.keys()]).join('\n');
      expect(all).toContain(metric);
    }
  });

  it.each(alerts)('has a cause of %s that changes the metrics', (alert) => {
    const { before, after } = scraped.get(alert) ?? {};
    expect(after).not.toEqual(before);
  });

  for (const alert of alerts)
    it(`fire for the cause of ${alert}, and no other alert does`, skipBecause(reasonWithoutPromtool), () => {
      expect(evaluate(alert)).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') });
    });
});

describe('docs/monitoring/dashboard.json', () => {
  const { panels } = z
    .object({
      panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
    })
    .parse(JSON.parse(readFileSync(new URL('dashboard.json', folder), 'utf8')));
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

  it('reads only metrics that the document publishes, and events that exist', () => {
    const published = [...scraped.values()].flatMap(({ after }) => [...after.keys()]).join('\n');
    for (const metric of new Set(expressions.join('\n').match(/pgw_\w+/g)))
      expect(published).toContain(metric);
    for (const [, names = ''] of expressions.join('\n').matchAll(/event(?:=|!~)"([^"]+)"/g))
      expect(names.split('|').filter((name) => !Object.hasOwn(factsByEvent, name))).toEqual([]);
  });

  it('has expressions that promtool accepts', skipBecause(reasonWithoutPromtool), () => {
    const groups = [
      { name: 'dashboard', rules: expressions.map((expr, n) => ({ record: `panel_${n}`, expr })) },
    ];
    const temporary = mkdtempSync(join(tmpdir(), 'pgw-dashboard-'));
    const file = join(temporary, 'rules.yml');
    writeFileSync(file, stringify({ groups }));
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    rmSync(temporary, { recursive: true });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
