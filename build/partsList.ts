// node build/partsList.ts FILE: writes the list of third-party parts that ship, as CycloneDX 1.6 in JSON (ECMA-424), for a release.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as CDX from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import parseExpression from 'spdx-expression-parse';
import { z } from 'zod';
import { collectLicences, type Licence } from '../renderer/licences.ts';
import { root } from './lib/paths.mjs';

const licences = new CDX.Contrib.License.Factories.LicenseFactory(parseExpression);
const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });
const electronManifest = z.object({ version: z.string() });

/** Parts that come with the program and are no packages of npm, with the version they were taken in. */
const DATA: readonly Licence[] = [{ name: 'tessdata_fast', version: '4.1.0', licence: 'Apache-2.0', text: null }];

/** The list of parts of this version of the product, checked by the schema of CycloneDX. */
export async function partsList(): Promise<string> {
  const product = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const bom = new CDX.Models.Bom();
  bom.metadata.component = component(CDX.Enums.ComponentType.Application, {
    name: product.name,
    version: product.version,
    licence: product.license,
  });
  const electron = electronManifest.parse(
    JSON.parse(readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8')),
  );
  bom.components.add(
    component(CDX.Enums.ComponentType.Framework, { name: 'electron', version: electron.version, licence: 'MIT' }),
  );
  for (const part of await collectLicences(root)) bom.components.add(component(CDX.Enums.ComponentType.Library, part));
  for (const part of DATA) bom.components.add(component(CDX.Enums.ComponentType.Data, part));

  const serializer = new CDX.Serialize.JsonSerializer(new CDX.Serialize.JSON.Normalize.Factory(CDX.Spec.Spec1dot6));
  const json = serializer.serialize(bom, { sortLists: true, space: 2 });
  const faults: unknown = await new CDX.Validation.JsonStrictValidator(CDX.Spec.Version.v1dot6).validate(json);
  if (faults !== null) throw new Error(`the list of parts breaks the schema of CycloneDX: ${JSON.stringify(faults)}`);
  return json;
}

function component(type: CDX.Enums.ComponentType, part: Omit<Licence, 'text'>): CDX.Models.Component {
  const { name, version, licence } = part;
  const [namespace, local] = name.startsWith('@') ? name.split('/', 2) : [undefined, name];
  const isPackage = type === CDX.Enums.ComponentType.Library || type === CDX.Enums.ComponentType.Framework;
  return new CDX.Models.Component(type, local, {
    ...(namespace !== undefined && { group: namespace }),
    version,
    bomRef: `${name}@${version}`,
    ...(isPackage && { purl: new PackageURL('npm', namespace, local, version, undefined, undefined).toString() }),
    licenses: new CDX.Models.LicenseRepository([licences.makeFromString(licence)]),
  });
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('node build/partsList.ts FILE');
  writeFileSync(file, await partsList());
}
