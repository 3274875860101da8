import { BlockList, isIP } from 'node:net';

/**
 * Networks that a server must not be talked into reaching: the special-purpose registries of IANA for IPv4 (RFC 6890 and its
 * updates) and IPv6, with the ranges that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo).
 */
const REFUSED = Object.freeze([
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private, RFC 1918'],
  ['100.64.0.0', 10, 'carrier-grade NAT, RFC 6598'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local, cloud metadata'],
  ['172.16.0.0', 12, 'private, RFC 1918'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, '6to4 relay'],
  ['192.168.0.0', 16, 'private, RFC 1918'],
  ['198.18.0.0', 15, 'benchmarks'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved and broadcast'],
  ['2001::', 23, 'protocol assignments, Teredo'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['3fff::', 20, 'documentation'],
] as const);

/** Global unicast, the only part of IPv6 in public use; loopback, mapped, NAT64, ULA, link-local and multicast lie outside. */
const GLOBAL_UNICAST = ['2000::', 3] as const;

const refused = new BlockList();
for (const [network, prefix] of REFUSED) refused.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
const globalUnicast = new BlockList();
globalUnicast.addSubnet(...GLOBAL_UNICAST, 'ipv6');

/** True for an address on the public internet. `address` is an IPv4 or IPv6 address in text form. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}
