import * as contract from '../../../contract/workspace/files.ts';
import { AppError } from '../../../core/errors.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Images } from './images.ts';

/** Routes of pictures that documents refer to. */
export function imageRoutes({ images }: { readonly images: Images }): readonly Route[] {
  return [
    route(contract.uploadImage, async ({ principal, file }) => {
      if (file === undefined) throw new AppError('FILE_MISSING', 'A file is required, as field "file" of the form.');
      return { url: await images.store(principal, file.bytes) };
    }),
    route(contract.imageFromUrl, async ({ principal, body, signal }) => ({
      url: await images.fetch(principal, body.url, signal),
    })),
    route(contract.getImage, ({ principal, params, query }) => images.read(principal, params.name, query.node)),
    route(contract.deleteImage, ({ principal, params }) => images.remove(principal, params.name)),
  ];
}
