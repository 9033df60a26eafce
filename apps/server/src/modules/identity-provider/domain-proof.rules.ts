import type { DomainProof } from '@steward/contracts/sign-in-settings'

/** A domain that a company named as its own, and how far it has proved that. */
export interface StoredDomain {
  domain: string
  token: string
  verifiedAt: Date | null
  verifiedBy: 'dns' | 'operator' | null
  checkedAt: Date | null
  /** Since when the record of a verified domain is gone. */
  missingSince: Date | null
}

/** What the DNS says about a name; the reader of records has the same type. */
export type Texts = { found: readonly string[] } | { unavailable: true }

/** For so long a verified domain stays so without its record, so that a slip in the DNS locks no one out. */
const graceDays = 7
const day = 24 * 3600 * 1000

export const recordNameOf = (domain: string): string => `_steward.${domain}`
const recordValueOf = ({ token }: Pick<StoredDomain, 'token'>): string => `steward-verification=${token}`

/** A domain after the DNS was asked. Where it gave no answer nothing changes. */
export function afterCheck(domain: StoredDomain, texts: Texts, now: Date): StoredDomain {
  if ('unavailable' in texts) return domain
  if (texts.found.some((text) => text.trim() === recordValueOf(domain))) {
    const verified = {
      verifiedAt: domain.verifiedAt ?? now,
      verifiedBy: domain.verifiedBy ?? ('dns' as const),
    }
    return { ...domain, ...verified, checkedAt: now, missingSince: null }
  }
  if (domain.verifiedBy !== 'dns') return { ...domain, checkedAt: now }
  const missingSince = domain.missingSince ?? now
  const isOver = now.getTime() - missingSince.getTime() > graceDays * day
  return isOver
    ? { ...domain, verifiedAt: null, verifiedBy: null, checkedAt: now, missingSince: null }
    : { ...domain, checkedAt: now, missingSince }
}

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null

/** A domain as settings show it. */
export function shownDomain(domain: StoredDomain): DomainProof {
  return {
    domain: domain.domain,
    state: domain.verifiedAt === null ? 'unverified' : 'verified',
    verifiedBy: domain.verifiedBy,
    verifiedAt: isoOf(domain.verifiedAt),
    checkedAt: isoOf(domain.checkedAt),
    missingSince: isoOf(domain.missingSince),
    record: { type: 'TXT', name: recordNameOf(domain.domain), value: recordValueOf(domain) },
  }
}
