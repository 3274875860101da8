// npm test: installs, type-checks, lints, builds the interface and runs every test that this machine can run; says what it skipped and why.
// `npm run test:soak` runs the long tests instead; `npm test -- PATTERN …` only the matching files, without the checks.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { electronBinary } from './lib/electron.mjs';
import { ensureNode, runChild, toolEnvironment } from './lib/node.mjs';
import { root } from './lib/paths.mjs';

const REPORT_FOLDER = join(root, 'test', '.output');
/** Where server/cli.ts keeps compiled code, too: without it, every process and every thread of the tests compiles the sources anew. */
const COMPILE_CACHE = join(root, 'node_modules', '.cache', 'deckname');

/** Whether LibreOffice is installed with its text, table and slide programs, as the tests look for it (test/helpers/office.ts). */
function hasOffice() {
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'soffice'))
    .find((file) => existsSync(file));
  if (program === undefined) return false;
  const folder = dirname(realpathSync(program));
  return ['libswlo.so', 'libsclo.so', 'libsdlo.so'].every((library) => existsSync(join(folder, library)));
}

/** Whether tesseract is installed with data for the five languages, as its tests ask for. */
function hasTesseract() {
  const { stdout } = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' });
  const models = (stdout ?? '').split('\n');
  return ['deu', 'eng', 'fra', 'spa', 'ita'].every((model) => models.includes(model));
}

/** The compiler in machine code, several times as fast; vue-tsc, ESLint and the build need the interface of the one in JavaScript. */
const TYPE_CHECKER = 'typescript-native/bin/tsc';

/** What the machine lacks and which tests therefore do not run. */
function missingParts() {
  const missing = [];
  if (!existsSync('/usr/bin/chromium') && !process.env.DECKNAME_TEST_CHROMIUM) {
    missing.push(
      'Browser tests: Chromium is not installed (apt-get install chromium, or name one in DECKNAME_TEST_CHROMIUM).',
    );
  }
  if (electronBinary() === null) {
    missing.push(
      'Desktop shell tests: the Electron binary is not installed (node node_modules/electron/install.js fetches it).',
    );
  }
  if (!hasOffice()) {
    missing.push(
      'Layout of office files: LibreOffice is not installed, or not all of it (apt-get install libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui fonts-liberation).',
    );
  }
  if (!hasTesseract()) {
    missing.push(
      'Recognition by an installed tesseract: it is not installed with data for all languages (apt-get install tesseract-ocr tesseract-ocr-deu tesseract-ocr-fra tesseract-ocr-spa tesseract-ocr-ita).',
    );
  }
  return missing;
}

/** Runs a named step and stops the process's success when it fails; later steps still run, so that one run shows everything. */
async function step(name, run) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const code = await run();
  console.log(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  return { name, ok: code === 0 };
}

const tool = (path) => join(root, 'node_modules', path);
const node =
  (path, ...args) =>
  () =>
    runChild(process.execPath, [tool(path), ...args], { env: toolEnvironment({ NODE_COMPILE_CACHE: COMPILE_CACHE }) });

/** Counts of a Vitest JSON report; null when the run did not get as far as writing one. */
function readReport(path) {
  if (!existsSync(path)) return null;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(path, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

function vitest(projects, filters) {
  const report = join(REPORT_FOLDER, `${projects.join('-')}.json`);
  rmSync(report, { force: true });
  const args = ['run', ...projects.flatMap((name) => ['--project', name]), ...filters];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  return { run: node('vitest/vitest.mjs', ...args), counts: () => readReport(report) };
}

if (await ensureNode(import.meta.url)) {
  mkdirSync(REPORT_FOLDER, { recursive: true });
  const args = process.argv.slice(2);
  const soak = args[0] === 'soak';
  const filters = soak ? args.slice(1) : args;
  const { ensureInterface } = await import('./lib/interface.mjs');
  const steps = [];
  const runs = [];
  const buildInterface = () =>
    step('Interface', async () =>
      ensureInterface().then(
        () => 0,
        (error) => (console.error(error), 1),
      ),
    );

  let linting = null;
  if (!soak && filters.length === 0) {
    const typesAndForm = async () => {
      for (const [root_, compiler] of [
        ['server', TYPE_CHECKER],
        ['electron', TYPE_CHECKER],
        ['renderer', 'vue-tsc/bin/vue-tsc.js'],
        ['test', TYPE_CHECKER],
      ]) {
        steps.push(await step(`Types of ${root_}/`, node(compiler, '-p', root_)));
      }
      steps.push(await step('Prettier', node('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')));
      steps.push(await buildInterface());
    };
    // ESLint takes as long as all the others and runs on one core: it goes on beside them and the unit tests.
    linting = step('ESLint', node('eslint/bin/eslint.js', '.', '--max-warnings', '0'));
    await typesAndForm();
  } else steps.push(await buildInterface());

  const suites = soak
    ? [['Soak tests', ['soak']]]
    : [
        ['Unit tests', ['unit']],
        ['System tests', ['system', 'leak']],
        ['Browser tests', ['browser']],
      ];
  for (const [name, projects] of suites) {
    // A filter often names files of one project only; the other one then has nothing to run.
    const suite = vitest(projects, filters.length > 0 ? [...filters, '--passWithNoTests'] : []);
    steps.push(await step(name, suite.run));
    runs.push(suite.counts());
  }
  if (linting !== null) steps.push(await linting);

  const missing = missingParts();
  if (missing.length > 0) console.log(`\nSkipped on this machine:\n${missing.map((line) => `- ${line}`).join('\n')}`);
  const failedSteps = steps.filter(({ ok }) => !ok).map(({ name }) => name);
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
  const sum = (key) => runs.reduce((total, counts) => total + (counts?.[key] ?? 0), 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  process.exitCode = failedSteps.length === 0 ? 0 : 1;
}
