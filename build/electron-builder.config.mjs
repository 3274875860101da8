import { READABLE_FORMATS } from '../server/contract/formats.ts';

/** ONNX Runtime brings its libraries for every system; each installer keeps those of its own. @param {string} system */
const onnxLibrariesOf = (system) => [
  `!node_modules/onnxruntime-node/bin/napi-v6/!(${system})/**`,
  `!node_modules/onnxruntime-node/bin/napi-v6/${system}/!(\${arch})/**`,
];

/** `npm run package -- --signed`: an installer that nobody signed, or that Apple did not notarize, is an error then. */
const isSigned = process.argv.includes('--signed');

/**
 * Installers: Windows nsis, macOS dmg, Linux AppImage and deb. Fuses are stated one by one, so that a new default of Electron changes nothing unseen
 * (https://www.electronjs.org/docs/latest/tutorial/fuses).
 *
 * @type {import('electron-builder').Configuration}
 */
export default {
  appId: 'org.deckname.desktop',
  productName: 'Deckname',
  copyright: 'Deckname maintainers, Apache-2.0',
  directories: { output: 'release', buildResources: 'build/icons' },
  // Of the API reference only its one browser file is served.
  files: [
    'dist/**',
    'package.json',
    'LICENSE',
    'SECURITY.md',
    'resources/**',
    '!**/*.map',
    '!**/*.test.*',
    '!node_modules/@scalar/**',
    'node_modules/@scalar/api-reference/package.json',
    'node_modules/@scalar/api-reference/dist/browser/standalone.js',
  ],
  // Code and data lie inside the archive, whose digest the program checks; worker threads load from it as well. Only what the system's own loader has to
  // find as a file lies beside it: native add-ons and the libraries that they link to.
  asar: true,
  asarUnpack: ['**/*.node', 'node_modules/onnxruntime-node/bin/**', 'node_modules/@img/**'],
  npmRebuild: false,
  forceCodeSigning: isSigned,
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  // Offered beside the program that the system opens such files with, never in its place.
  fileAssociations: READABLE_FORMATS.map(({ endings, label, mimeType }) => ({
    ext: [...endings],
    ...{ name: label, role: 'Viewer', mimeType, rank: 'Alternate' },
  })),
  protocols: [{ name: 'Deckname', schemes: ['deckname'] }],
  win: { target: [{ target: 'nsis', arch: ['x64', 'arm64'] }], files: onnxLibrariesOf('win32') },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
  },
  mac: {
    target: [{ target: 'dmg', arch: ['x64', 'arm64'] }],
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    notarize: isSigned,
    files: onnxLibrariesOf('darwin'),
  },
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Office',
    files: onnxLibrariesOf('linux'),
    synopsis: 'Finds and replaces personal data, offline',
    maintainer: 'Deckname maintainers <maintainers@users.noreply.deckname.example>',
    desktop: { entry: { StartupWMClass: 'deckname' } },
  },
  deb: {
    depends: [
      'libgtk-3-0',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0',
      'libuuid1',
      'libsecret-1-0',
    ],
  },
};
