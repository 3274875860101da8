/** Every text of this language: feature file name → its content. */
const files = import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' });
export default Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./'.length, -'.json'.length), texts]),
);
