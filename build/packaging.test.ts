import { createRequire } from 'node:module';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import config from './electron-builder.config.mjs';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const schema: unknown = require('app-builder-lib/scheme.json');
type Validate = (schema: unknown, value: unknown, options: { name: string }) => void;
const validator = z.object({ validateSchema: z.custom<Validate>((value) => typeof value === 'function') });
const fuseSchema = z.object({
  definitions: z.object({ FuseOptionsV1: z.object({ properties: z.record(z.string(), z.unknown()) }) }),
});

describe('the packaging configuration', () => {
  it('is one that electron-builder accepts', () => {
    // The schema and the check that electron-builder itself runs before it packages.
    const { validateSchema } = validator.parse(require('app-builder-lib/out/util/config/schemaValidator'));
    const validate = (value: unknown) => validateSchema(schema, value, { name: 'electron-builder' });
    expect(() => validate(config)).not.toThrow();
    expect(() => validate({ ...config, asra: true })).toThrow(/asra/);
  });

  it('makes the four installers', () => {
    expect(config.win?.target).toMatchObject([{ target: 'nsis' }]);
    expect(config.mac?.target).toMatchObject([{ target: 'dmg' }]);
    expect(config.linux?.target).toEqual(['AppImage', 'deb']);
    expect(existsSync(join(root, 'build/icons/icon.png'))).toBe(true);
  });

  it('keeps the libraries of ONNX Runtime for the system and processor of each installer, and no others', () => {
    const { minimatch } = z
      .object({
        minimatch: z.custom<(path: string, pattern: string) => boolean>((value) => typeof value === 'function'),
      })
      .parse(require('minimatch'));
    const binaries = join(root, 'node_modules/onnxruntime-node/bin/napi-v6');
    const folders = readdirSync(binaries).flatMap((system) =>
      readdirSync(join(binaries, system)).map((arch) => `${system}/${arch}`),
    );
    const kept = (files: unknown, arch: string) => {
      const patterns = z.array(z.string()).parse(files);
      return folders.filter((folder) =>
        patterns.every((pattern) => {
          const excluded = pattern.slice(1).replaceAll('${arch}', arch);
          return !minimatch(`node_modules/onnxruntime-node/bin/napi-v6/${folder}/onnxruntime_binding.node`, excluded);
        }),
      );
    };
    expect(kept(config.win?.files, 'x64')).toEqual(['win32/x64']);
    expect(kept(config.mac?.files, 'arm64')).toEqual(['darwin/arm64']);
    expect(kept(config.linux?.files, 'arm64')).toEqual(['linux/arm64']);
  });

  it('states every fuse of the Electron in use', () => {
    const { definitions } = fuseSchema.parse(schema);
    // Signing on macOS, not a fuse.
    const fuses = Object.keys(definitions.FuseOptionsV1.properties).filter(
      (name) => name !== 'resetAdHocDarwinSignature',
    );
    expect(Object.keys(config.electronFuses ?? {}).sort()).toEqual(fuses.sort());
    expect(config.electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
    });
  });
});
