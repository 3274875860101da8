import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import type * as Yaml from 'yaml';
import type { z } from 'zod';
import { StartError } from '../core/startError.ts';
import { environmentName, SETTING_NAMES, SETTINGS, type SettingName, type Settings } from './settings.ts';

/** Names the configuration file; the only variable that is no setting itself. */
const CONFIG_FILE_VARIABLE = 'DECKNAME_CONFIG';
const PATH_SETTINGS: readonly SettingName[] = ['dataDir', 'masterKeyFile', 'modelsDir', 'ocrProgram'];

/** Environment variables as Node gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of the environment; an empty variable counts as absent, as compose files produce them. */
export function readEnvironment(env: Environment, cwd: string): Settings {
  const names = new Map(SETTING_NAMES.map((name) => [environmentName(name), name]));
  const values = new Map<SettingName, unknown>();
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith('DECKNAME_') || variable === CONFIG_FILE_VARIABLE) continue;
    const name = names.get(variable);
    if (name === undefined) throw new StartError(`Unknown setting ${variable} in the environment.`);
    if (value !== undefined && value !== '') values.set(name, value);
  }
  return parseSettings(values, cwd, environmentName);
}

/** Settings of the file that DECKNAME_CONFIG names (YAML 1.2, of which JSON is a part); none without it. */
export function readConfigFile(env: Environment, cwd: string): Settings {
  const given = env[CONFIG_FILE_VARIABLE];
  if (given === undefined || given === '') return {};
  const file = resolve(cwd, given);
  const content = parseConfigFile(file);
  const names = new Map(
    SETTING_NAMES.flatMap((name) => [[name, name] as const, [environmentName(name), name] as const]),
  );
  const values = new Map<SettingName, unknown>();
  for (const [key, value] of Object.entries(content)) {
    const name = names.get(key);
    if (name === undefined) throw new StartError(`Unknown setting ${key} in ${file}.`);
    if (values.has(name)) throw new StartError(`The setting ${name} appears twice in ${file}.`);
    if (value !== null && value !== undefined) values.set(name, value);
  }
  return parseSettings(values, resolve(file, '..'), (name) => `${name} in ${file}`);
}

function parseConfigFile(file: string): Record<string, unknown> {
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(`${CONFIG_FILE_VARIABLE}: the file ${file} cannot be read.`, { cause });
  }
  // Most starts have no file, and the parser takes longer to load than everything else here.
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof Yaml;
  // A malformed line may hold a password: only its position is reported, never the parser's message.
  const document = parseDocument(source, { prettyErrors: true, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line;
    const where = line === undefined ? '' : ` (line ${line})`;
    throw new StartError(`${CONFIG_FILE_VARIABLE}: ${file} is not valid YAML or JSON${where}.`);
  }
  const content: unknown = document.toJS();
  if (content === null) return {};
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new StartError(`${CONFIG_FILE_VARIABLE}: ${file} must hold settings by name.`);
  }
  return content as Record<string, unknown>;
}

function parseSettings(
  values: ReadonlyMap<SettingName, unknown>,
  baseDir: string,
  describe: (name: SettingName) => string,
): Settings {
  const problems: string[] = [];
  const settings: Partial<Record<SettingName, unknown>> = {};
  for (const [name, value] of values) {
    const schema: z.ZodType = SETTINGS[name];
    const result = schema.safeParse(value);
    if (!result.success) {
      problems.push(`Invalid setting ${describe(name)}: ${describeIssue(result.error)}.`);
    } else if (PATH_SETTINGS.includes(name) && typeof result.data === 'string' && !isAbsolute(result.data)) {
      settings[name] = resolve(baseDir, result.data);
    } else {
      settings[name] = result.data;
    }
  }
  if (problems.length > 0) throw new StartError(problems.join(' '));
  return settings as Settings;
}

/** The first issue by path and expectation; the received value stays out. */
function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0]!;
  const path = issue.path.map(String).join('.');
  const message = issue.code === 'unrecognized_keys' ? `unknown key ${issue.keys.join(', ')}` : issue.message;
  return path === '' ? message : `${path}: ${message}`;
}
