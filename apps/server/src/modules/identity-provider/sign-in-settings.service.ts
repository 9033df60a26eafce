import { setTimeout as wait } from 'node:timers/promises'
import type { ChangeSignInSettings, SignInSettings } from '@steward/contracts/sign-in-settings'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { DomainProofs } from './domain-proof.service.ts'
import type { ProviderCheck } from './provider.port.ts'
import type { ProviderRegistry } from './provider.registry.ts'
import { changedSettings, differences, providerKey, type StoredSettings } from './sign-in-settings.rules.ts'
import { lockSettings, readSettings, writeDomains, writeSettings } from './sign-in-settings.store.ts'

export interface SignInSettingsService {
  /** The settings of a company; cached. */
  of(tenantId: number): Promise<StoredSettings>
  read(actor: Actor): Promise<SignInSettings>
  /**
   * Throws `invalid_input` where the settings do not hold together or the outside provider that they name
   * does not answer, `conflict` where someone else was faster, `forbidden` to API tokens and where the password
   * was not confirmed recently.
   */
  change(actor: Actor, change: ChangeSignInSettings): Promise<SignInSettings>
  /** Whether the provider would answer after the change. */
  check(actor: Actor, change: ChangeSignInSettings): Promise<ProviderCheck>
}

/** Failed checks take a multiple of so many milliseconds. */
const failureStep = 1000

/** Where providers send browsers back to. */
export function redirectUriOf({ publicUrl, port }: Platform['config']): string {
  return `${(publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '')}/api/identity/oidc/callback`
}

/** Which provider a check is about: the one that would be used, else the one whose settings were sent. */
function asChecked(settings: StoredSettings, change: ChangeSignInSettings): StoredSettings {
  if (settings.provider !== 'built-in' || change.provider) return settings
  if (change.oidc) return { ...settings, provider: 'oidc' }
  return change.cognito ? { ...settings, provider: 'cognito' } : settings
}

/** Anyone who has got hold of a token must not be able to let themselves in for good. */
function requirePerson({ via }: Actor): void {
  if (via?.kind !== 'apiToken') return
  throw new AppError('forbidden', 'session.needed', "API tokens can't do this. Log in to do it.")
}

export function createSignInSettings(
  platform: Platform,
  parts: {
    audit: AuditService
    providers: ProviderRegistry
    proofs: Pick<DomainProofs, 'list'>
    requireConfirmed: (actor: Actor) => Promise<void>
  },
): SignInSettingsService {
  const { audit, providers, proofs, requireConfirmed } = parts
  const { database } = platform
  const cache = platform.caches.create('sign-in-settings', (tenantId, db) => readSettings(db, tenantId))
  const stored = (tenantId: number) => readSettings(database.tenant(tenantId), tenantId)

  async function shown(tenantId: number, { oidc, ...settings }: StoredSettings): Promise<SignInSettings> {
    return {
      ...settings,
      domains: [...settings.domains],
      domainProofs: await proofs.list(tenantId),
      oidc: oidc && {
        issuer: oidc.issuer,
        clientId: oidc.clientId,
        hasClientSecret: oidc.clientSecret !== null,
      },
      redirectUri: redirectUriOf(platform.config),
    }
  }

  async function checkOf(settings: StoredSettings): Promise<ProviderCheck> {
    const provider = providers.of(settings)
    if (!provider) return { reachable: true, message: 'Steward checks passwords itself.' }
    const began = performance.now()
    const check = await provider.check()
    // The time says no more than the text: whether a name exists in the private network isn't told.
    if (!check.reachable) await wait(failureStep - ((performance.now() - began) % failureStep))
    return check
  }

  /** No one is sent to a provider that does not answer. */
  async function requireAnswer(before: StoredSettings, after: StoredSettings): Promise<void> {
    const key = providerKey(after)
    if (key === null || key === providerKey(before)) return
    const { reachable, message } = await checkOf(after)
    if (!reachable) throw invalid('sign_in_settings.no_answer', { [after.provider]: message })
  }

  async function write(tx: Tx, actor: Actor, before: StoredSettings, after: StoredSettings): Promise<void> {
    const { tenantId } = actor
    await lockSettings(tx, tenantId)
    if (differences(before, await readSettings(tx, tenantId)).length > 0) {
      throw new AppError(
        'conflict',
        'sign_in_settings.changed',
        'Another user just changed these settings. Reload them, then save.',
      )
    }
    await writeSettings(tx, tenantId, after)
    await writeDomains(tx, tenantId, after.domains)
    const changed = differences(before, after)
    await audit.write(tx, tenantId, {
      action: 'sign_in_settings.changed',
      summary:
        before.provider === after.provider
          ? `Sign-in settings changed: ${changed.join(', ')}`
          : `Sign-in moved from ${before.provider} to ${after.provider}`,
      actor,
      details: { changed, provider: after.provider, domains: after.domains, mfaRequired: after.mfaRequired },
    })
  }

  return {
    of: (tenantId) => cache.get(tenantId),
    read: async ({ tenantId }) => shown(tenantId, await stored(tenantId)),
    async check({ tenantId }, change) {
      const settings = changedSettings(await stored(tenantId), change, providers.encryptSecret)
      return checkOf(asChecked(settings, change))
    },
    async change(actor, change) {
      requirePerson(actor)
      const { tenantId } = actor
      const before = await stored(tenantId)
      const after = changedSettings(before, change, providers.encryptSecret)
      if (differences(before, after).length === 0) return shown(tenantId, before)
      // Anyone who decides where people sign in could let themselves in for good.
      await requireConfirmed(actor)
      await requireAnswer(before, after)
      await transact(database.tenant(tenantId), (tx) => write(tx, actor, before, after))
      await cache.forget(tenantId)
      return shown(tenantId, after)
    },
  }
}
