/**
 * Files and folders of a package that are found by their names (ECMA-376 part 2, 6.5.2 and 7.2.3.2; OpenDocument 1.3 part 2, 2.2.1 and 3): without them it does not
 * open. All others are found by references to them.
 */
const FIXED =
  /^(?:\[Content_Types\]\.xml|_rels|mimetype|META-INF|manifest\.xml|(?:content|styles|meta|settings)\.xml)$/;

/** Whether a place in the path of a part lies in a name that may not become another one. */
export function isInFixedName(path: string, position: number): boolean {
  const start = path.lastIndexOf('/', position) + 1;
  const end = path.indexOf('/', position);
  return FIXED.test(path.slice(start, end < 0 ? path.length : end));
}
