import tseslint from 'typescript-eslint';
import vue from 'eslint-plugin-vue';
import vueParser from 'vue-eslint-parser';
import { readVueScripts } from './build/lib/vueScripts.mjs';

readVueScripts(vueParser, tseslint.parser);

/** Import rules of the architecture: who may import whom. Patterns are matched against the import's text. */
const forbid = (message, ...group) => ({ regex: group.join('|'), message });
const NODE = '^node:';
const imports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

/** Folders below one, for rules about paths upwards, which differ with the depth. */
const DEPTHS = [0, 1, 2, 3, 4, 5];

const typeAware = {
  languageOptions: {
    parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.vue'] },
  },
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'release/',
      'node_modules/',
      'resources/',
      'coverage/',
      'test/.output/',
      // AssemblyScript, which has types of its own.
      'build/tagger/kernel/assembly/',
    ],
  },
  {
    files: ['{server,electron,renderer,test,build}/**/*.ts', 'vitest.config.ts', 'renderer/**/*.vue'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    ...typeAware,
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-invalid-void-type': [
        'error',
        { allowAsThisParameter: true, allowInGenericTypeArguments: true },
      ],
      // Detection works on characters: offsets into typed arrays and capture groups are checked by construction.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Control characters are data here: file signatures, text of documents.
      'no-control-regex': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['renderer/**/*.vue'],
    extends: [...vue.configs['flat/recommended']],
    languageOptions: {
      parser: vueParser,
      parserOptions: { parser: tseslint.parser, ...typeAware.languageOptions.parserOptions },
    },
    rules: {
      'vue/multi-word-component-names': 'off',
      'vue/no-v-html': 'error',
      // Destructured props have their defaults applied by the compiler, which the rule cannot see.
      '@typescript-eslint/no-useless-default-assignment': 'off',
      // Optional props are typed as such; a default of undefined says nothing more.
      'vue/require-default-prop': 'off',
      // Layout of templates is Prettier's work.
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/first-attribute-linebreak': 'off',
    },
  },
  ...DEPTHS.map((depth) => ({
    files: [`server/contract/${'*/'.repeat(depth)}*.ts`],
    ignores: ['**/*.test.ts'],
    rules: imports(forbid('contract imports zod only', NODE, '^(?!zod$|\\.{1,2}/)', `^(?:\\.\\./){${depth + 1}}`)),
  })),
  {
    files: ['server/core/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: imports(
      forbid(
        'core imports the tables of errors and categories only',
        '/(http|features|detection|documents|providers)/',
        '/contract/(?!errors|categoryTable)',
      ),
    ),
  },
  {
    files: ['server/http/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: imports(forbid('http imports contract and core', '/(features|detection|documents|providers)/')),
  },
  {
    files: ['server/detection/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: imports(forbid('detection imports contract types and core', '/(http|features|documents|providers)/')),
  },
  {
    files: ['server/documents/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: imports(forbid('documents import contract types and core', '/(http|features|detection|providers)/')),
  },
  // A feature sees its own folder and what lies in it, never that of another one; of detection, documents and providers only their types, and the packed form
  // in which spans go to threads.
  ...DEPTHS.map((depth) => ({
    files: [`server/features/*/${'*/'.repeat(depth)}*.ts`],
    ignores: ['**/*.test.ts'],
    rules: imports(
      forbid('features never import each other', `^(?:\\.\\./){${depth + 1}}(?!\\.\\./)`, '/features/'),
      forbid('only the interfaces', '/(detection|documents|providers)/(?!(?:types|packedSpans)\\.ts$)'),
    ),
  })),
  {
    files: ['renderer/**/*.{ts,vue}'],
    ignores: ['**/*.test.ts'],
    rules: imports(forbid('the renderer imports the contract only', '/server/(?!contract/)')),
  },
  {
    // electron/server/ is the shell's own folder; of server/ only its process entry sees more than the contract.
    files: ['electron/**/*.ts'],
    ignores: ['**/*.test.ts', 'electron/server/main.ts'],
    rules: imports(
      forbid('electron imports the contract only', '^(\\.\\./)+server/(?!contract/|protocol\\.ts$|supervisor\\.ts$)'),
    ),
  },
  {
    files: ['server/**/*.ts', 'electron/**/*.ts'],
    ignores: ['server/createServer.ts', 'electron/server/**', 'server/**/*.test.ts', 'server/cli.ts', 'server/cli/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Configuration is passed in.' },
      ],
    },
  },
  {
    files: ['server/cli.ts', 'server/cli/**/*.ts', 'test/bench/**/*.ts', 'build/**/*.ts', 'test/eval/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.disableTypeChecked] },
);
