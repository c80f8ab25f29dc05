/** The port of an environment variable, or the default. Ends the program if the value is not a port. */
export function portSetting(name, byDefault) {
  const text = process.env[name];
  if (text === undefined || text === '') return byDefault;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  console.error(`${name} is "${text}"; it must be a port number from 1 to 65535.`);
  process.exit(1);
}
