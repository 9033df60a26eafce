import { defaultPasswordCeiling } from '@steward/contracts/plain/password'
import type { TenantConfiguration } from '@steward/contracts/identity'
import { roleIds, type RoleId } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { UserService } from '../user-management/index.ts'
import { createAccounts } from './account.service.ts'
import { createBearerReader } from './bearer.service.ts'
import { createDomainProofs, type DomainProofs } from './domain-proof.service.ts'
import { createOutsideSignIn, type OutsideSignIn } from './outside-sign-in.service.ts'
import { createProviderRegistry } from './provider.registry.ts'
import { createRedirectService, type RedirectService } from './redirect.service.ts'
import type { StoredSettings } from './sign-in-settings.rules.ts'
import { createSignInSettings, type SignInSettingsService } from './sign-in-settings.service.ts'
import { findDomainTenant } from './sign-in-settings.store.ts'

export type SignInRules = Pick<StoredSettings, 'provider' | 'mfaRequired' | 'passwordMaxLength'>

export interface IdentityProviderService extends OutsideSignIn, Pick<RedirectService, 'takeHandover'> {
  /** How people with addresses like this one sign in, whether or not anybody has the address. */
  tenantConfiguration(username: string): Promise<TenantConfiguration>
  /** What a company decided about signing in; cached. */
  rules(tenantId: number): Promise<SignInRules>
  /**
   * Whether someone of the role may come in with a password that Steward keeps. While a company signs in
   * at an outside provider only administrators may, so that they get in when that fails.
   */
  mayUseOwnPassword(tenantId: number, roleId: RoleId): Promise<boolean>
  /** Who a token belongs to that an outside provider issued; undefined when it is none. Throws `unauthenticated`. */
  readToken(token: string): Promise<Actor | undefined>
}

export interface Neighbours {
  users: UserService
  audit: AuditService
  /** Throws `forbidden` without a session, and when it is too long ago that its user proved who they are. */
  requireConfirmed: (actor: Actor) => Promise<void>
}

export interface IdentityProviderParts {
  service: IdentityProviderService
  settings: SignInSettingsService
  proofs: DomainProofs
  redirect: RedirectService
}

const builtIn: TenantConfiguration = {
  provider: 'built-in',
  region: null,
  userPoolId: null,
  userPoolWebClientId: null,
  passwordMaxLength: defaultPasswordCeiling,
  signInUrl: null,
}

function configurationOf(settings: StoredSettings, username: string): TenantConfiguration {
  const { provider, passwordMaxLength, cognito } = settings
  const shown = { ...builtIn, provider, passwordMaxLength }
  if (provider === 'cognito' && cognito) {
    const { region, userPoolId, userPoolWebClientId } = cognito
    return { ...shown, region, userPoolId, userPoolWebClientId }
  }
  if (provider !== 'oidc') return shown
  return { ...shown, signInUrl: `/api/identity/oidc/start?${new URLSearchParams({ username })}` }
}

export function createIdentityProviderParts(
  platform: Platform,
  { users, audit, requireConfirmed }: Neighbours,
): IdentityProviderParts {
  const providers = createProviderRegistry(platform)
  const proofs = createDomainProofs(platform, audit)
  const settings = createSignInSettings(platform, { audit, providers, proofs, requireConfirmed })
  const parts = { settings, providers, accounts: createAccounts(platform, users), audit }
  const redirect = createRedirectService(platform, parts)
  return {
    settings,
    proofs,
    redirect,
    service: {
      ...createOutsideSignIn(platform, parts),
      takeHandover: redirect.takeHandover,
      readToken: createBearerReader(platform, parts),
      rules: (tenantId) => settings.of(tenantId),
      async mayUseOwnPassword(tenantId, roleId) {
        return (await settings.of(tenantId)).provider === 'built-in' || roleId === roleIds.administrator
      },
      async tenantConfiguration(username) {
        const tenantId = await findDomainTenant(platform.database.anonymous, username)
        return tenantId === null ? builtIn : configurationOf(await settings.of(tenantId), username)
      },
    },
  }
}
