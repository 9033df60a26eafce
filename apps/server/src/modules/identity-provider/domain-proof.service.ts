import type { DomainCheck, DomainProof } from '@steward/contracts/sign-in-settings'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, notFound, violatedConstraint } from '../../platform/errors.ts'
import { eachTenant } from '../../platform/jobs/each-tenant.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { createDomainRecordReader } from '../../platform/http-out/txt-record.reader.ts'
import { afterCheck, recordNameOf, shownDomain, type StoredDomain, type Texts } from './domain-proof.rules.ts'
import { isDomainTaken, listDomains, listTenants, writeProof } from './domain-proof.store.ts'

const checkTask = 'identity-provider:check-domains'

const takenMessage = 'Another company has verified this domain. Ask it to remove the domain first.'
const taken = (): AppError => new AppError('conflict', 'sign_in_settings.domain_taken', takenMessage)

/** What a check found, for people. */
function messageOf(domain: StoredDomain, texts: Texts): string {
  const name = recordNameOf(domain.domain)
  if ('unavailable' in texts) return 'The DNS did not answer. Try again in a few minutes.'
  if (domain.verifiedAt !== null && domain.missingSince === null) return `${domain.domain} is verified.`
  if (texts.found.length === 0) return `There is no TXT record at ${name} yet. New records can take an hour.`
  return `The TXT record at ${name} has another value. Copy the value shown here.`
}

/** Proofs that the domains of companies are theirs. */
export function createDomainProofs(platform: Platform, audit: AuditService) {
  const { database, clock, config } = platform
  const reader = createDomainRecordReader(config.dnsServers)

  async function keep(
    tenantId: number,
    before: StoredDomain,
    after: StoredDomain,
    actor: Actor | null,
  ): Promise<void> {
    await transact(database.tenant(tenantId), async (tx) => {
      await writeProof(tx, tenantId, after)
      if ((before.verifiedAt === null) === (after.verifiedAt === null)) return
      const isVerified = after.verifiedAt !== null
      await audit.write(tx, tenantId, {
        action: isVerified ? 'sign_in_domain.verified' : 'sign_in_domain.lost',
        summary: isVerified
          ? `The domain ${after.domain} was verified`
          : `The domain ${after.domain} is no longer verified: its DNS record is gone`,
        actor: actor ?? { kind: 'system' },
        details: { domain: after.domain },
      })
    })
  }

  async function check(tenantId: number, domain: StoredDomain, actor: Actor | null) {
    const texts = await reader.read(recordNameOf(domain.domain))
    const after = afterCheck(domain, texts, clock.now())
    const isNew = domain.verifiedAt === null && after.verifiedAt !== null
    if (isNew && (await isDomainTaken(database.anonymous, tenantId, domain.domain))) throw taken()
    try {
      await keep(tenantId, domain, after, actor)
    } catch (error) {
      throw violatedConstraint(error) === 'sign_in_domain_name' ? taken() : error
    }
    return { after, message: messageOf(after, texts) }
  }

  const checkAll: Task = async (_payload, { log }) =>
    eachTenant(await listTenants(database.anonymous), log, async (tenantId) => {
      for (const domain of await listDomains(database.tenant(tenantId), tenantId)) {
        // The operator's word needs no record.
        if (domain.verifiedBy === 'operator') continue
        try {
          await check(tenantId, domain, null)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
      }
    })

  return {
    tasks: { [checkTask]: checkAll },
    schedules: [`23 5 * * * ${checkTask}`],

    list: async (tenantId: number): Promise<DomainProof[]> =>
      (await listDomains(database.tenant(tenantId), tenantId)).map(shownDomain),

    /** Asks the DNS now. Throws `not_found` for a domain that isn't named, `conflict` where another company verified it. */
    async check(actor: Actor, name: string): Promise<DomainCheck> {
      const { tenantId } = actor
      const domains = await listDomains(database.tenant(tenantId), tenantId)
      const domain = domains.find((one) => one.domain === name)
      if (!domain)
        throw notFound('sign_in_settings.domain', 'This domain is not in the settings. Save it first.')
      const { after, message } = await check(tenantId, domain, actor)
      return { proof: shownDomain(after), message }
    },
  }
}

export type DomainProofs = ReturnType<typeof createDomainProofs>
