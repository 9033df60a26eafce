import { parseArgs } from 'node:util'

/** Reads the command line: words that paths must hold, since when what changed is to be tested, and whether at length. */
export function readRequest(given) {
  // `--changed` alone means since the last commit.
  const parameters = given.map((one) => (one === '--changed' ? '--changed=HEAD' : one))
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { changed: { type: 'string' }, long: { type: 'boolean', default: false } },
  })
  return { filters: positionals, changedSince: values.changed, isLong: values.long }
}
