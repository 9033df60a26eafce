import { LRUCache } from 'lru-cache'
import { createHttpOut } from '../../platform/http-out/http-out.ts'
import type { Platform } from '../../platform/platform.ts'
import { createCognitoProvider } from './cognito.adapter.ts'
import { createOidcProvider } from './oidc.adapter.ts'
import type { IdentityProvider } from './provider.port.ts'
import { providerKey, type OidcSettings, type StoredSettings } from './sign-in-settings.rules.ts'

/** What the client secret is encrypted for. */
const secretPurpose = 'oidc-client-secret'
const mostProviders = 200

export interface ProviderRegistry {
  /** The outside provider that the settings name, or null where Steward checks passwords itself. */
  of(settings: StoredSettings): IdentityProvider | null
  encryptSecret(secret: string): string
}

/** Makes providers of settings, and keeps them with the keys that they loaded. */
export function createProviderRegistry({ config, secrets, clock, log }: Platform): ProviderRegistry {
  const http = createHttpOut(config.allowPrivateAddresses)
  const providers = new LRUCache<string, IdentityProvider>({ max: mostProviders })

  function secretOf({ clientSecret }: OidcSettings): string | null {
    if (clientSecret === null) return null
    try {
      return secrets.decrypt(clientSecret, secretPurpose)
    } catch (error) {
      log.error(
        { err: error },
        'The client secret of the sign-in provider cannot be read: is SECRET_KEY the same?',
      )
      return null
    }
  }

  function make({ provider, cognito, oidc }: StoredSettings): IdentityProvider | null {
    if (provider === 'cognito' && cognito) return createCognitoProvider(cognito, http)
    if (provider !== 'oidc' || !oidc) return null
    return createOidcProvider({ ...oidc, clientSecret: secretOf(oidc) }, http, clock.now)
  }

  return {
    of(settings) {
      const key = providerKey(settings)
      if (key === null) return null
      const known = providers.get(key)
      if (known) return known
      const made = make(settings)
      if (made) providers.set(key, made)
      return made
    },
    encryptSecret: (secret) => secrets.encrypt(secret, secretPurpose),
  }
}
