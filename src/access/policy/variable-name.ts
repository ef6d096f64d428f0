import { type AtomTables, VALID_USER_VARIABLE } from './atom-tables.ts';

/** What a variable of the diagram stands for, in words. */
export function variableName(variable: number, { hosts, env, userTests, opaque }: AtomTables): string {
  if (variable < VALID_USER_VARIABLE) return "the client's address";
  const host = keyOf(hosts, variable);
  if (host !== undefined) return `whether the client's name is ${host}`;
  const setting = [...env.values()].find((each) => each.variable === variable);
  if (setting !== undefined) return `the variable ${setting.name}`;
  return keyOf(userTests, variable) ?? keyOf(opaque, variable) ?? 'the user';
}

function keyOf(table: ReadonlyMap<string, number>, variable: number): string | undefined {
  return [...table].find(([, known]) => known === variable)?.[0];
}
