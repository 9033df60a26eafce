import type {
  ChangeSignInSettings,
  IdentityProviderName,
  SignInSettings,
} from '@steward/contracts/sign-in-settings'

/** What the form holds, as it was typed. */
export interface SettingsForm {
  provider: IdentityProviderName
  /** One a line. */
  domains: string
  mfaRequired: boolean
  hasCeiling: boolean
  passwordMaxLength: number | null
  cognito: { region: string; userPoolId: string; userPoolWebClientId: string; endpoint: string }
  oidc: { issuer: string; clientId: string; clientSecret: string }
}

export type Faults = Readonly<Partial<Record<string, string>>>

/** What the ceiling is at first when someone turns it on. */
const firstCeiling = 30

export function formOf(settings: SignInSettings): SettingsForm {
  const { cognito, oidc, passwordMaxLength } = settings
  const endpoint = cognito?.endpoint ?? ''
  return {
    provider: settings.provider,
    domains: settings.domains.join('\n'),
    mfaRequired: settings.mfaRequired,
    hasCeiling: passwordMaxLength !== null,
    passwordMaxLength: passwordMaxLength ?? firstCeiling,
    cognito: { ...(cognito ?? { region: '', userPoolId: '', userPoolWebClientId: '' }), endpoint },
    oidc: {
      ...(oidc ? { issuer: oidc.issuer, clientId: oidc.clientId } : { issuer: '', clientId: '' }),
      clientSecret: '',
    },
  }
}

/** The domains of a text, in lower case, each once; separated by lines, spaces, commas or semicolons. */
export function domainsOf(text: string): string[] {
  const domains = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, ''))
  return [...new Set(domains.filter(Boolean))]
}

function cognitoOf({ cognito }: SettingsForm): NonNullable<ChangeSignInSettings['cognito']> {
  return {
    region: cognito.region.trim(),
    userPoolId: cognito.userPoolId.trim(),
    userPoolWebClientId: cognito.userPoolWebClientId.trim(),
    endpoint: cognito.endpoint.trim() || null,
  }
}

function oidcOf({ oidc }: SettingsForm): NonNullable<ChangeSignInSettings['oidc']> {
  const clientSecret = oidc.clientSecret.trim()
  const settings = { issuer: oidc.issuer.trim(), clientId: oidc.clientId.trim() }
  return clientSecret ? { ...settings, clientSecret } : settings
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
const ceilingOf = (form: SettingsForm) => (form.hasCeiling ? form.passwordMaxLength : null)

/** What differs from before, as the server takes it; of the providers only the chosen one. */
export function changesOf(before: SettingsForm, after: SettingsForm): ChangeSignInSettings {
  const changes: ChangeSignInSettings = {}
  if (after.provider !== before.provider) changes.provider = after.provider
  if (differs(domainsOf(before.domains), domainsOf(after.domains))) changes.domains = domainsOf(after.domains)
  if (after.mfaRequired !== before.mfaRequired) changes.mfaRequired = after.mfaRequired
  if (ceilingOf(after) !== ceilingOf(before)) changes.passwordMaxLength = ceilingOf(after)
  if (after.provider === 'cognito' && differs(cognitoOf(before), cognitoOf(after))) {
    changes.cognito = cognitoOf(after)
  }
  if (after.provider === 'oidc' && differs(oidcOf(before), oidcOf(after))) changes.oidc = oidcOf(after)
  return changes
}

/** What is missing before the server is asked. */
export function faultsOf(form: SettingsForm): Faults {
  const missing: [string, string, string][] =
    form.provider === 'cognito'
      ? [
          ['cognito.region', form.cognito.region, 'Enter the region, such as eu-central-1.'],
          ['cognito.userPoolId', form.cognito.userPoolId, 'Enter the id of the user pool.'],
          [
            'cognito.userPoolWebClientId',
            form.cognito.userPoolWebClientId,
            'Enter the id of the app client.',
          ],
        ]
      : form.provider === 'oidc'
        ? [
            ['oidc.issuer', form.oidc.issuer, 'Enter the address of the issuer.'],
            ['oidc.clientId', form.oidc.clientId, 'Enter the client id.'],
          ]
        : []
  const faults = missing.filter(([, value]) => !value.trim()).map(([path, , text]) => [path, text])
  const ceiling = form.passwordMaxLength
  if (form.hasCeiling && (ceiling === null || Number.isNaN(ceiling))) {
    faults.push(['passwordMaxLength', 'Enter the maximum password length.'])
  }
  return Object.fromEntries(faults)
}

/** The faults of an answer at the fields of the form: those of single domains with the domain. */
export function faultsAtFields(fields: Record<string, string>, form: SettingsForm): Faults {
  const domains = domainsOf(form.domains)
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => {
      const [, index] = /^domains\.(\d+)$/.exec(path) ?? []
      return index === undefined ? [path, text] : ['domains', `${domains[Number(index)]}: ${text}`]
    }),
  )
}
