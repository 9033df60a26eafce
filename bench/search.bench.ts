import { fold } from '../packages/conditions/src/fold.ts'
import { page, type Work } from './calls.bench.ts'
import type { Scale } from './workload.ts'

/** Parts of names, from those that most have to those that none has; two or three letters, and with accents. */
const searches: Readonly<Record<string, readonly string[]>> = {
  mixed: ['aster', 'fjord', 'quartz', 'umber mo', 'zephyr h', 'ember'],
  frequent: ['er', 'son', 'a', 'ste', '1'],
  rare: ['777', 'quartz 9', 'zephyr 12', 'yarrow h', 'son 4321'],
  absent: ['xyz', 'qq', 'aster umber', 'w0rks', 'zz top'],
  accented: ['Élan', 'straße', 'Zoë', 'ñandú', 'Åse'],
}

/** Kinds of parts that an index finds at once: receiving the call costs more than finding. */
const foundAtOnce: ReadonlySet<string> = new Set(['frequent', 'rare', 'accented'])

function searchWork(
  level: 'account' | 'contact',
  kind: string,
  words: readonly string[],
  tenantId: number,
  size: number,
): Work {
  const wordOf = (n: number): string => words[n % words.length] ?? ''
  return {
    work: `partial-name search${kind === 'mixed' ? '' : `, ${kind} words`}, ${size} ${level}s`,
    bound: foundAtOnce.has(kind) ? 3 : 1.5,
    floor: {
      name: `search_${level}_${kind}`,
      parameters: ['tenant', 'pattern'],
      text: `select ${level}_id, name, external_id from ideal.${level} where tenant_id = $1 and name_folded like $2
        order by archived, ${level === 'account' ? 'churned, ' : ''}name_folded limit 20`,
      path: (n) => `/search_${level}_${kind}?${page({ tenant: tenantId, pattern: `%${fold(wordOf(n))}%` })}`,
    },
    steward: (n) => ({ method: 'GET', path: `/api/core/${level}s/partial?${page({ name: wordOf(n) })}` }),
  }
}

/** Searches for parts of names of accounts and of contacts. */
export const searchWorks = (tenantId: number, scale: Scale): Work[] =>
  (['account', 'contact'] as const).flatMap((level) =>
    Object.entries(searches).map(([kind, words]) =>
      searchWork(level, kind, words, tenantId, level === 'account' ? scale.accounts : scale.contacts),
    ),
  )
