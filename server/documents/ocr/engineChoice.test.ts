import { describe, expect, it } from 'vitest';
import { createEngineChoice } from './engineChoice.ts';
import { createEngines } from './engines.ts';
import { embeddedEngineName } from './languageData.ts';
import type { OcrProgram } from './program/openProgram.ts';

const program = (name: string): OcrProgram => ({ name, recognize: () => Promise.resolve('') });

function boot(found: (OcrProgram | null)[]) {
  const engines = createEngines(null);
  const open = () => {
    const next = found.shift() ?? null;
    return next === null ? Promise.reject(new Error('none')) : Promise.resolve(next);
  };
  return { engines, choice: createEngineChoice({ engines, open }) };
}

describe('the choice of the engine', () => {
  it('looks for the program until it is found, and changes nothing by looking', async () => {
    const { engines, choice } = boot([null, program('tesseract 5.3')]);
    expect(await choice.state()).toEqual({ engine: 'embedded', installed: null });
    expect(await choice.state()).toEqual({ engine: 'embedded', installed: 'tesseract 5.3' });
    expect(await choice.state()).toEqual({ engine: 'embedded', installed: 'tesseract 5.3' });
    expect(engines.chosen()).toEqual({ engine: 'embedded', version: embeddedEngineName() });
  });

  it('takes effect for new work; what was read before is read again with its own engine', async () => {
    const { engines, choice } = boot([program('tesseract 5.3'), program('tesseract 5.4'), program('tesseract 5.4')]);
    const nameFor = (name?: string) => engines.use(name, (engine) => Promise.resolve(engine.name));
    expect(await choice.choose('system')).toEqual({ engine: 'system', installed: 'tesseract 5.3' });
    let later = '';
    const running = engines.use(undefined, async (engine) => {
      expect(await choice.choose('embedded')).toEqual({ engine: 'embedded', installed: 'tesseract 5.4' });
      later = await nameFor();
      return engine.name;
    });
    expect(await running).toBe('tesseract 5.3');
    expect(later).toBe(embeddedEngineName());
    expect(await nameFor('tesseract 5.3')).toBe('tesseract 5.3');
    await expect(nameFor('tesseract 5.4')).rejects.toMatchObject({ code: 'NOT_EXPORTABLE' });
  });

  it('stays with the embedded engine where the program cannot be used', async () => {
    const { choice } = boot([null]);
    expect(await choice.choose('system')).toEqual({ engine: 'embedded', installed: null });
  });

  it('ends with the last choice', async () => {
    const { choice } = boot([program('tesseract 5.3'), program('tesseract 5.3')]);
    const [, last] = await Promise.all([choice.choose('system'), choice.choose('embedded')]);
    expect(last.engine).toBe('embedded');
  });
});
