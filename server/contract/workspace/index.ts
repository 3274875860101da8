export * from './comments.ts';
export * from './files.ts';
export * from './finding.ts';
export * from './fs.ts';
export * from './node.ts';
export * from './nodes.ts';
export * from './sharing.ts';
export * from './versions.ts';
