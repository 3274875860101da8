import { Validator } from '@seriousme/openapi-schema-validator';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, errorCodes } from '../../server/contract/index.ts';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';
import { rawRequest } from '../helpers/httpClient.ts';

type Json = Record<string, unknown>;
interface Document extends Json {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}
interface Operation extends Json {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Json>>;
}

let server: BootedServer;
let document: Document;

beforeAll(async () => {
  server = await bootServer();
  document = (await (await fetch(`${server.url}api/openapi.json`)).json()) as Document;
});
afterAll(() => server.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  });

  it('names each operation once and refers to nothing that is not there', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, id]) => id!,
    );
    expect(refs.length).toBeGreaterThan(0);
    expect(refs.filter((id) => document.components.schemas[id] === undefined)).toEqual([]);
  });

  it('tells the defaults of an export', () => {
    const { parameters } = document.paths['/jobs/{job_id}/export']!['get'] as Operation & {
      parameters: { name: string; in: string; required: boolean; schema: { default?: unknown } }[];
    };
    const own = parameters.filter((parameter) => parameter.in !== 'header');
    expect(own.map(({ name, required, schema }) => [name, required, schema.default])).toEqual([
      ['job_id', true, undefined],
      ['format', true, undefined],
      ['textType', false, 'anonymized'],
      ['includePrompts', false, 'false'],
      ['language', false, 'de'],
    ]);
  });

  it('documents every endpoint with every code it can answer with', () => {
    expect(operations()).toHaveLength(ENDPOINTS.length);
    for (const endpoint of ENDPOINTS) {
      const operation = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method];
      expect(operation?.operationId).toBe(endpoint.id);
      expect(operation?.responses).toHaveProperty(String(endpoint.status));
      const described = JSON.stringify(operation?.responses);
      for (const code of errorCodes(endpoint)) expect(described).toContain(`"${code}"`);
    }
  });

  it('documents what is mounted, and only that', async () => {
    for (const { path, method, operation } of operations()) {
      const url = `${server.url}api${path.replace(/\{\w+\}/g, 'probe')}`;
      const reply = await rawRequest(url, { method: method.toUpperCase() });
      // Without a key a mounted route answers 401, or what an open route makes of an empty request; never 404 or 405.
      expect([operation.operationId, [200, 400, 401].includes(reply.status)]).toEqual([operation.operationId, true]);
      const options = await rawRequest(url, { method: 'OPTIONS' });
      expect(options.headers['allow']).toContain(method.toUpperCase());
    }
    const unmounted = await rawRequest(`${server.url}api/v1/undocumented`, {});
    expect(unmounted.status).toBe(404);
  });

  it('shows examples that fit their schemas', () => {
    for (const { operation } of operations()) {
      const endpoint = ENDPOINTS.find(({ id }) => id === operation.operationId)!;
      const body = operation['requestBody'] as { content?: Record<string, { example?: unknown }> } | undefined;
      const request = body?.content?.['application/json']?.example;
      if (request !== undefined && endpoint.body?.kind === 'json') endpoint.body.schema.parse(request);
      const success = operation.responses[endpoint.status] as { content?: Record<string, { example?: unknown }> };
      const response = success.content?.['application/json']?.example;
      if (response !== undefined && endpoint.response.kind === 'json') endpoint.response.schema.parse(response);
    }
  });
});

describe('the browsable reference', () => {
  it('shows the operations and asks nobody but this server', async () => {
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      const requests: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(`${server.url}api/docs`);
      await page.getByRole('heading', { name: 'Deckname' }).waitFor();
      await page.getByText('Anonymize a text').first().waitFor();
      await page.getByRole('button', { name: 'Jobs and review' }).first().click();
      await page.getByText('Every mention found in a job').first().waitFor();
      expect(requests.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
