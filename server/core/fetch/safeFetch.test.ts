import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress } from './addresses.ts';
import { createSafeFetch, type SafeFetchOptions } from './safeFetch.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../test/fixtures/tls', name), 'utf8');
const cert = fixture('test-cert.pem');

/** A web server under the names of the certificate, reached through a resolver of the test. */
async function openSite(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: Partial<SafeFetchOptions> = {},
) {
  const requests: string[] = [];
  const server = createServer({ key: fixture('test-key.pem'), cert }, (request, response) => {
    requests.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const fetch = createSafeFetch({
    maxBytes: 1000,
    timeoutMs: 5000,
    userAgent: 'test',
    ca: cert,
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    isAllowed: () => true,
    ...options,
  });
  return { fetch, requests, port, url: (path: string) => `https://files.example.org:${port}${path}` };
}

describe('public addresses', () => {
  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.8', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', 'fc00::1'],
    ...[
      'fd12::1',
      'fe80::1',
      'fec0::1',
      'ff02::1',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '100::1',
      'fe80::1%eth0',
    ],
    ...['example.org', '', '1', '0x7f.1', '127.1'],
  ])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888'])(
    '%s is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('fetching', () => {
  it('returns the bytes and the name of the file', async () => {
    const { fetch, url, requests, port } = await openSite((_request, response) => response.end('content'));
    const file = await fetch(url('/a/Brief%20%C3%84.pdf?x=1'));
    expect(Buffer.from(file.bytes).toString()).toBe('content');
    expect(file.name).toBe('Brief Ä.pdf');
    expect(requests).toEqual([`files.example.org:${port}/a/Brief%20%C3%84.pdf?x=1`]);
  });

  it.each([
    'http://files.example.org/',
    'ftp://files.example.org/',
    'https://user@files.example.org/',
    'https://user:pw@files.example.org/',
    'file:///etc/passwd',
    'nonsense',
    '',
    'https://',
  ])('refuses %s', async (text) => {
    const { fetch, requests } = await openSite((_request, response) => response.end());
    await expect(fetch(text)).rejects.toMatchObject({ code: 'INVALID_URL' });
    expect(requests).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/',
    'https://localhost/',
  ])('refuses the private address %s', async (text) => {
    const fetch = createSafeFetch({ maxBytes: 10, timeoutMs: 5000, userAgent: 'test' });
    await expect(fetch(text)).rejects.toMatchObject({ code: 'INVALID_URL' });
  });

  it('refuses a name with any private address', async () => {
    const { url, requests, fetch } = await openSite((_request, response) => response.end(), {
      resolve: () =>
        Promise.resolve([
          { address: '8.8.8.8', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
      isAllowed: isPublicAddress,
    });
    await expect(fetch(url('/'))).rejects.toMatchObject({ code: 'INVALID_URL' });
    expect(requests).toEqual([]);
  });

  it('asks for a name once per step and connects to what was checked', async () => {
    let asked = 0;
    const { url, fetch } = await openSite((_request, response) => response.end('ok'), {
      resolve: () => {
        asked += 1;
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      },
    });
    await fetch(url('/'));
    expect(asked).toBe(1);
  });

  it('follows three redirects, each checked, and no more', async () => {
    const site = await openSite((request, response) => {
      const step = Number(request.url!.slice(1));
      if (step === 0) response.end('end');
      else
        response
          .writeHead(302, { location: `https://other.example.org:${request.headers.host!.split(':')[1]!}/${step - 1}` })
          .end();
    });
    expect(Buffer.from((await site.fetch(site.url('/3'))).bytes).toString()).toBe('end');
    await expect(site.fetch(site.url('/4'))).rejects.toMatchObject({ code: 'FETCH_FAILED' });
  });

  it.each(['http://files.example.org/', 'https://10.0.0.1/', 'file:///etc/passwd'])(
    'does not follow a redirect to %s',
    async (location) => {
      const { fetch, url } = await openSite((_request, response) => response.writeHead(301, { location }).end(), {
        isAllowed: (address) => address === '127.0.0.1',
      });
      await expect(fetch(url('/'))).rejects.toMatchObject({ code: 'INVALID_URL' });
    },
  );

  it('stops at the size limit, declared or not', async () => {
    const { fetch, url } = await openSite((request, response) => {
      if (request.url === '/endless') {
        response.on('error', () => undefined);
        const more = () => {
          while (response.write('x'.repeat(100)));
          response.once('drain', more);
        };
        more();
      } else response.end('x'.repeat(1001));
    });
    await expect(fetch(url('/declared'))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    await expect(fetch(url('/endless'))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it.each([404, 500, 204, 304])('fails on status %i', async (status) => {
    const { fetch, url } = await openSite((_request, response) => response.writeHead(status).end());
    await expect(fetch(url('/'))).rejects.toMatchObject({ code: 'FETCH_FAILED' });
  });

  it('fails when nothing comes in time, no host is found, or the certificate is not trusted', async () => {
    const silent = await openSite(() => undefined, { timeoutMs: 200 });
    await expect(silent.fetch(silent.url('/'))).rejects.toMatchObject({ code: 'FETCH_FAILED' });
    const unknown = await openSite(() => undefined, { resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(unknown.fetch(unknown.url('/'))).rejects.toMatchObject({ code: 'FETCH_FAILED' });
    const trusted = await openSite((_request, response) => response.end());
    await expect(trusted.fetch(`https://wrong.example.org:${trusted.port}/`)).rejects.toMatchObject({
      code: 'FETCH_FAILED',
    });
  });
});
