import { describe, expect, it } from 'vitest';
import { structuredFinds } from '../../../../test/helpers/detection/structuredFinds.ts';

describe('network', () => {
  it.each(['203.0.113.84', '10.24.6.0/24', '2001:db8::8a2e:370:7334', 'fe80::1'])('finds %s', (value) => {
    expect(structuredFinds(`Zugriff von ${value} um`)).toEqual([`ip: ${value}`]);
  });
  it.each(['Version 10.12.3.4', 'Abschnitt 3.2.1.4', '999.1.1.1', 'um 12:30:45', 'a::b'])('leaves %j', (text) => {
    expect(structuredFinds(text)).toEqual([]);
  });
  it('finds hardware addresses', () => {
    expect(structuredFinds('WLAN 9C:B2:E4:1F:70:5D ok')).toEqual(['mac: 9C:B2:E4:1F:70:5D']);
  });
});

describe('secrets', () => {
  const random = 'a8Kd0Qm3Zx7Lp2Wv9Rt5Yb1N';
  it.each([
    'AKIAABCDEFGH12345678',
    `ghp_${random}${random}`.slice(0, 40),
    `sk_live_${random}`,
    `sk-proj-${random}`,
    `xoxb-123456789012-${random}`,
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${random}`,
  ])('finds %s by its prefix', (value) => {
    expect(structuredFinds(`key ${value} end`)).toEqual([`secret: ${value}`]);
  });
  it.each([
    ['Passwort: Fr0sch!koenig_77', 'de', 'Fr0sch!koenig_77'],
    ['password = Tr0ut-Lake!', 'en', 'Tr0ut-Lake!'],
    ['Le mot de passe est Colza!2019.', 'fr', 'Colza!2019'],
    ['contraseña: mauco2024', 'es', 'mauco2024'],
    ['Passwort: „Müde Katze im Regen“', 'de', 'Müde Katze im Regen'],
    ['Das Kennwort lautet "Sommerwiese".', 'de', 'Sommerwiese'],
    ['password "exchange bottle lamp"', 'en', 'exchange bottle lamp'],
    ['password: "change me please"', 'en', 'change me please'],
    ['mot de passe « lune bleue »', 'fr', 'lune bleue'],
    ['contraseña: «gato dormido»', 'es', 'gato dormido'],
    ['password: «pane e vino»', 'it', 'pane e vino'],
    ['Das Passwort für reception2 ist jetzt Zimmer!Nr-14, bitte', 'de', 'Zimmer!Nr-14'],
    ['Helges Passwort klebt am Monitor (helge12345)', 'de', 'helge12345'],
    ['nadie más tiene la clave del SII (mauco2024).', 'es', 'mauco2024'],
    ['login redaktion_2 / Jagst.74219!', 'de', 'Jagst.74219!'],
    ['Wi-Fi for guests: network Tack_Room, key saddle-soap-1954', 'en', 'saddle-soap-1954'],
    ['La contra del wifi de casa es pan-con-aceite77', 'es', 'pan-con-aceite77'],
    ['keypad code 4471#', 'en', '4471#'],
    ['PIN 4711', 'de', '4711'],
    ['La clave del cuarto de contadores pasa a ser 1937', 'es', '1937'],
    ['Der Code für das hintere Tor lautet jetzt 5093#', 'de', '5093#'],
    ['The code of the key safe has been changed to 5093E.', 'en', '5093E'],
    ['Le code de la porte du garage devient B4079', 'fr', 'B4079'],
    ['il codice della cassetta portachiavi, 3390, è noto', 'it', '3390'],
    ['PUK: 40817733', 'de', '40817733'],
    ['postgres://app:s3cr3tPw@db.intern:5432/x', 'en', 's3cr3tPw'],
  ] as const)('finds the value of %j', (text, language, value) => {
    expect(structuredFinds(text, language)).toContain(`secret: ${value}`);
  });
  it.each([
    'Passwort vergessen?',
    'Ihr Passwort läuft bald ab.',
    'Forgot your password? Click here.',
    'mot de passe oublié',
    'Klick auf Passwort "vergessen" hilft.',
    'password "reset now"',
    'Passwort gilt bis 12.03.2027 für Anna',
    'Zugang zu Halle / Lager2',
    'login-Seite / index.html',
    'Le code postal de la commune devient 26100',
    'Le code du travail, 1982, a changé',
    'Der Code für das Tor wird 2026 abgeschafft.',
    'el código de la comunidad pasa a ser 31/2026',
    'the code of the shop, 200 lines, works',
  ])('leaves %j', (text) => {
    expect(structuredFinds(text)).toEqual([]);
  });
  it('takes a private key whole', () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0B\n'.repeat(5)}-----END PRIVATE KEY-----`;
    expect(structuredFinds(`x\n${key}\ny`)).toEqual([`secret: ${key}`]);
  });
});

describe('devices and places', () => {
  it.each([
    ['IMEI 350782962665674', 'deviceid: 350782962665674'],
    ['Seriennummer: HWTC4E91A0B7', 'deviceid: HWTC4E91A0B7'],
    ['52.520008, 13.404954', 'coordinates: 52.520008, 13.404954'],
    [`52° 31' 12" N, 13° 24' 18" E`, `coordinates: 52° 31' 12" N, 13° 24' 18" E`],
  ])('finds %j', (text, expected) => {
    expect(structuredFinds(text)).toEqual([expected]);
  });
});

describe('user names', () => {
  it.each([
    ['Benutzername: jkaiser02', 'jkaiser02'],
    ['Login: m.holm', 'm.holm'],
    ['frag @mara_k82 dazu', 'mara_k82'],
    ['send it to @plover-tix, not', 'plover-tix'],
    ['Server im Keller, Lesezugang wiese-lesen, neu', 'wiese-lesen'],
    ['identifiant commun : bureau-sud.', 'bureau-sud'],
    ['Zugang l.brandes angelegt, Startkennwort folgt', 'l.brandes'],
    ['account jdoe2 has been locked', 'jdoe2'],
    ['la cuenta rsalvat_02 ha sido bloqueada', 'rsalvat_02'],
  ])('finds the name in %j', (text, name) => {
    expect(structuredFinds(text)).toEqual([`username: ${name}`]);
  });
  it.each([
    'Der Benutzer wurde gesperrt.',
    'Login nicht möglich',
    'identifiant non-conforme',
    'Der Zugang nicht-öffentlicher Stellen',
    'Postfach 12 34',
    'Konto eingerichtet',
    'Das Konto Miete wurde gesperrt.',
  ])('leaves %j', (text) => {
    expect(structuredFinds(text)).toEqual([]);
  });
});
