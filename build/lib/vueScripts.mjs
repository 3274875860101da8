import ts from 'typescript';

/**
 * Has TypeScript read from a Vue file what the parser of ESLint takes for its script. Otherwise TypeScript reads the whole file, is told the script when
 * the file is linted, and forgets every type it has worked out so far: once for each Vue file, half a second each time.
 *
 * @param vueParser - vue-eslint-parser
 * @param scriptParser - the parser of typescript-eslint
 */
export function readVueScripts(vueParser, scriptParser) {
  const readFile = ts.sys.readFile;
  ts.sys.readFile = (path, encoding) => {
    const text = readFile(path, encoding);
    return text !== undefined && path.endsWith('.vue') ? scriptOf(text, path) : text;
  };

  function scriptOf(text, filePath) {
    let script = text;
    const recorder = {
      parseForESLint(code, { projectService, ...options }) {
        // Expressions of the template are parsed one by one, without a project.
        if (projectService) script = code;
        return scriptParser.parseForESLint(code, options);
      },
    };
    vueParser.parseForESLint(text, { filePath, sourceType: 'module', parser: recorder, projectService: true });
    return script;
  }
}
