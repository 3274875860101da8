import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Browser features that neither the API nor the interface uses. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

type Directives = Readonly<Record<string, readonly string[]>>;

/** Nothing of an API answer may run, load or be framed, also when a browser opens it as a page. */
const API_DIRECTIVES: Directives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] };

/** The interface loads from its own origin only; blob: and data: are pages and previews it makes itself. */
const INTERFACE_DIRECTIVES: Directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

function headers(directives: Directives, https: boolean): RequestHandler {
  const secure = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginEmbedderPolicy: true,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Other hosts below this name are not ours to decide over.
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    secure(request, response, next);
  };
}

/** @param https - the service is reached over https (its public address says so), so browsers are told to stay with it */
export const apiHeaders = (https: boolean): RequestHandler => headers(API_DIRECTIVES, https);
/** @param https - as for {@link apiHeaders} */
export const interfaceHeaders = (https: boolean): RequestHandler => headers(INTERFACE_DIRECTIVES, https);
