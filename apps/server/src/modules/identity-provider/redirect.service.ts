import { createHash, randomBytes } from 'node:crypto'
import type { RedirectFailure } from '@steward/contracts/sign-in-settings'
import type { Origin } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { Account, Accounts } from './account.service.ts'
import { finishRedirect, insertHandover, takeHandover } from './handover.store.ts'
import type { ProvenIdentity, RedirectSignIn, RedirectState } from './provider.port.ts'
import type { ProviderRegistry } from './provider.registry.ts'
import { failureOfRefusal, loginPage, ownPage } from './redirect.rules.ts'
import { redirectUriOf, type SignInSettingsService } from './sign-in-settings.service.ts'
import { findDomainTenant } from './sign-in-settings.store.ts'

/** Where to send the browser, and what it keeps until it is back: in a cookie that no script reads. */
export interface Started {
  to: string
  kept: string | null
}

export interface RedirectService {
  /** Begins a sign-in at the provider of the company that the address belongs to. */
  start(username: string, origin: string | undefined): Promise<Started>
  /** Continues when the browser is back. `query` is what the provider added to the address. */
  finish(query: string, kept: string | undefined, from: Origin): Promise<Started>
  /** Who signed in; a handover is good for once, in the browser that has what was kept. Throws `unauthenticated`. */
  takeHandover(handover: string, kept: string | undefined): Promise<Pick<Account, 'tenantId' | 'userId'>>
}

interface Kept extends RedirectState {
  tenantId: number
  origin: string | undefined
  /** Milliseconds. */
  expiresAt: number
}

const purpose = 'oidc-state'
/** Seconds for people to sign in at the provider, and for the browser to continue after that. */
export const redirectLifetime = 600
export const handoverLifetime = 60

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

const failed = (error: RedirectFailure, origin?: string): Started => ({
  to: loginPage({ error, origin }),
  kept: null,
})

export function createRedirectService(
  platform: Platform,
  parts: {
    settings: SignInSettingsService
    providers: ProviderRegistry
    accounts: Accounts
    audit: AuditService
  },
): RedirectService {
  const { database, clock, config, log, secrets } = platform
  async function redirectOf(tenantId: number): Promise<RedirectSignIn | undefined> {
    return parts.providers.of(await parts.settings.of(tenantId))?.redirect
  }

  function read(text: string | undefined): Kept | undefined {
    if (!text) return undefined
    try {
      const kept = JSON.parse(secrets.decrypt(text, purpose)) as Kept
      return clock.now().getTime() < kept.expiresAt ? kept : undefined
    } catch {
      return undefined
    }
  }

  /** What was come back with is not taken twice, by whichever process, whatever the provider thinks of its code. */
  function isFirstReturn({ tenantId, state, expiresAt }: Kept): Promise<boolean> {
    return finishRedirect(database.tenant(tenantId), tenantId, {
      stateHash: hash(state),
      at: clock.now(),
      expiresAt: new Date(expiresAt),
    })
  }

  async function handOver({ tenantId, userId }: Account, origin: string | undefined): Promise<Started> {
    const [code, browser] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
    const createdAt = clock.now()
    await insertHandover(database.tenant(tenantId), tenantId, {
      userId,
      codeHash: hash(code),
      browserHash: hash(browser).toString('hex'),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + handoverLifetime * 1000),
    })
    return { to: loginPage({ handover: `${tenantId}.${code}`, origin }), kept: browser }
  }

  async function refuse(
    kept: Kept,
    error: RedirectFailure,
    from: Origin,
    identity?: ProvenIdentity,
  ): Promise<Started> {
    await parts.audit.write(database.tenant(kept.tenantId), kept.tenantId, {
      action: 'session.refused',
      outcome: 'refused',
      summary: 'A sign-in at the OpenID Connect provider failed',
      actor: { kind: 'anonymous', name: identity?.email ?? 'Unknown', origin: from },
      details: { reason: error },
    })
    return failed(error, kept.origin)
  }

  return {
    async start(username, origin) {
      const page = ownPage(origin)
      const tenantId = await findDomainTenant(database.anonymous, username)
      const redirect = tenantId === null ? undefined : await redirectOf(tenantId)
      if (tenantId === null || !redirect) return failed('provider', page)
      try {
        const { url, kept } = await redirect.start(redirectUriOf(config), username)
        const expiresAt = clock.now().getTime() + redirectLifetime * 1000
        const state: Kept = { ...kept, tenantId, origin: page, expiresAt }
        return { to: url, kept: secrets.encrypt(JSON.stringify(state), purpose) }
      } catch (error) {
        log.warn({ err: error, tenantId }, "The sign-in provider isn't responding")
        return failed('provider', page)
      }
    },
    async finish(query, text, from) {
      const kept = read(text)
      const redirect = kept && (await redirectOf(kept.tenantId))
      const returned = new URL(`${redirectUriOf(config)}?${query}`)
      if (!redirect || returned.searchParams.get('state') !== kept.state || !(await isFirstReturn(kept)))
        return failed('state')
      const step = await redirect.finish(returned, kept)
      if (step.kind === 'refused') return refuse(kept, failureOfRefusal(step.refusal), from)
      const account = await parts.accounts.find(kept.tenantId, step.identity)
      if (typeof account === 'string') return refuse(kept, account, from, step.identity)
      return handOver(account, kept.origin)
    },
    async takeHandover(handover, browser) {
      const [tenant, code] = handover.split('.')
      const tenantId = Number(tenant)
      const isOne =
        code !== undefined &&
        browser !== undefined &&
        Number.isInteger(tenantId) &&
        tenantId > 0 &&
        tenantId < 2 ** 31
      const userId = isOne
        ? await takeHandover(database.tenant(tenantId), tenantId, {
            codeHash: hash(code),
            browserHash: hash(browser).toString('hex'),
            at: clock.now(),
          })
        : undefined
      if (userId === undefined) {
        throw new AppError(
          'unauthenticated',
          'handover.unknown',
          'This sign-in expired, or was started in another browser. Start again.',
        )
      }
      return { tenantId, userId }
    },
  }
}
