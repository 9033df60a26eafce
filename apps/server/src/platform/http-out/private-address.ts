import { BlockList, isIP, isIPv6 } from 'node:net'

/** Networks that no one reaches over the internet, and what leads into them. */
const ipv4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Of IPv6, what holds an IPv4 address in disguise, and documentation. Only 2000::/3 is public at all. */
const ipv6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [network, prefix] of ipv4) closed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of ipv6) closed.addSubnet(network, prefix, 'ipv6')

const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address lies outside of the public internet. What is no IP address counts as such. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return true
  if (isIPv6(address)) return !open.check(address, 'ipv6') || closed.check(address, 'ipv6')
  return closed.check(address, 'ipv4')
}
