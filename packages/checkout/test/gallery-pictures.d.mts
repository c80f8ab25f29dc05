export interface Gallery {
  enter(theme: string): Promise<void>;
  names(): Promise<readonly string[]>;
  play(scene: string, theme: string, language?: string): Promise<void>;
  shoot(width: number, settleMs?: number): Promise<{ picture: Buffer; isWide: boolean }>;
  change(rule: string): Promise<void>;
  close(): Promise<void>;
}

export function openGallery(): Promise<Gallery>;
export function difference(
  baseline: string | URL,
  picture: Buffer,
): Promise<{ reason: string; picture: Buffer | null } | null>;
export function compress(picture: Buffer): Buffer;
