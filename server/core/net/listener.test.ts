import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StartError } from '../startError.ts';
import { createListener } from './listener.ts';

async function listening(handler: RequestListener) {
  const listener = createListener(handler, { host: '127.0.0.1', port: 0 });
  const port = await listener.listen();
  onTestFinished(() => listener.stop(0));
  return { listener, port };
}

describe('createListener', () => {
  it('lets a running request end and takes no new one', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const { listener, port } = await listening((_, response) => arrived.resolve(() => response.end('done')));
    const answer = once(get({ port, host: '127.0.0.1', agent: false }), 'response') as Promise<[IncomingMessage]>;
    const finish = await arrived.promise;
    const stopped = listener.stop(60_000);
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    finish();
    const [response] = await answer;
    expect((await response.setEncoding('utf8').toArray()).join('')).toBe('done');
    await stopped;
  });

  it('does not wait for connections that are kept open, nor for ever for an answer', async () => {
    const { listener, port } = await listening((request, response) => {
      if (request.url === '/answered') response.end('x');
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /answered HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    const hanging = connect(port, '127.0.0.1');
    hanging.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(hanging, 'connect');
    const closed = Promise.all([once(socket.resume(), 'close'), once(hanging.resume(), 'close')]);
    await listener.stop(50);
    await closed;
  });

  it('keeps idle connections longer than clients and proxies do', async () => {
    const { port } = await listening((_, response) => response.end());
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(answer.headers.get('keep-alive')).toBe('timeout=75');
  });

  const said = async (socket: Socket) => (await socket.setEncoding('utf8').toArray()).join('');
  it.each([
    'GET / HTTP/1.1\r\nCanary Zx81\r\n\r\n',
    'Canary-Zx81 from nowhere\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: Canary-Zx81\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Canary: ${'Zx81'.repeat(10_000)}\r\n\r\n`,
  ])('answers what is no HTTP with an error, repeats nothing of it and closes: %j', async (sent) => {
    const { port } = await listening((_, response) => response.end('never'));
    const socket = connect(port, '127.0.0.1');
    socket.write(sent);
    const [head, body] = (await said(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json/);
    expect(head).toMatch(/Connection: close/);
    expect(JSON.parse(body!)).toEqual({ error: 'The request is not valid HTTP.', code: 'MALFORMED_REQUEST' });
    expect(`${head}${body}`).not.toMatch(/canary|zx81/i);
  });

  it('does not put that error into the answer to an earlier request', async () => {
    const { port } = await listening((_, response) => response.flushHeaders());
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.once('data', () => socket.write('no request\r\n\r\n'));
    expect(await said(socket)).not.toContain('MALFORMED_REQUEST');
  });

  it('says what is wrong with an address', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const refused = (host: string, port: number) =>
      expect(createListener(() => undefined, { host, port }).listen()).rejects;
    await refused('127.0.0.1', address.port).toThrow(
      new StartError(`Port ${address.port} on 127.0.0.1 is already in use.`),
    );
    await refused('192.0.2.1', 0).toThrow('not an address of this machine');
  });

  it('can be stopped without having listened', async () => {
    await createListener(() => undefined, { host: '127.0.0.1', port: 0 }).stop(0);
  });
});
