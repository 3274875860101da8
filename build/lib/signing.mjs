/**
 * What electron-builder signs with, by system (https://www.electron.build/code-signing). Linux installers carry no signature of their own: the release signs
 * the list of their digests.
 */
export const SIGNING_SECRETS = Object.freeze({
  linux: {},
  win: {
    WIN_CSC_LINK: 'the certificate for Windows programs, a PKCS #12 file in Base64 or its path',
    WIN_CSC_KEY_PASSWORD: 'the password of that certificate',
  },
  mac: {
    CSC_LINK: 'the certificate "Developer ID Application", a PKCS #12 file in Base64 or its path',
    CSC_KEY_PASSWORD: 'the password of that certificate',
    APPLE_API_KEY: 'path of the key (.p8) of App Store Connect that may notarize',
    APPLE_API_KEY_ID: 'the id of that key',
    APPLE_API_ISSUER: 'the issuer of that key',
  },
});

/**
 * The secrets that the installers of these systems need and the environment lacks.
 * @param {readonly ('linux' | 'win' | 'mac')[]} systems
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export const missingSecrets = (systems, env) =>
  systems.flatMap((system) =>
    Object.entries(SIGNING_SECRETS[system]).flatMap(([name, meaning]) =>
      (env[name] ?? '').trim() === '' ? [{ name, meaning }] : [],
    ),
  );
