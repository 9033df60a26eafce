import { useRef, useState, type FormEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { TenantConfiguration } from '@steward/contracts/identity'
import { ApiError } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { readTenant, signIn } from '../../entities/sign-in/index.ts'
import { paths } from '../../paths.ts'
import { useProceed, useTurn } from './entry.ts'

/** How the user of a name signs in, asked once for each name. */
function useTenant() {
  const [known, setKnown] = useState<{ username: string; tenant: TenantConfiguration } | null>(null)
  return {
    tenantOf: (username: string) => (known?.username === username ? known.tenant : null),
    async askTenant(username: string): Promise<TenantConfiguration> {
      if (known?.username === username) return known.tenant
      const tenant = await readTenant(username)
      setKnown({ username, tenant })
      return tenant
    },
  }
}

export interface Credentials {
  username: string
  password: string
  remember: boolean
  /** Administrators keep a password here, for the day when the company's provider fails them. */
  isPasswordWanted: boolean
}

/** The sign-in with what is typed: here, or at the company's own provider. `before` is a failure to begin with. */
export function useLogin(typed: Credentials, before: string | null) {
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(before)
  const { tenantOf, askTenant } = useTenant()
  const router = useRouter()
  const proceed = useProceed()
  const turn = useTurn()
  const { password, remember, isPasswordWanted } = typed
  const username = typed.username.trim()

  /** True when the browser leaves for the sign-in of the company. */
  async function leaves(): Promise<boolean> {
    const tenant = await askTenant(username)
    if (tenant.provider !== 'oidc' || isPasswordWanted) return false
    const { leaveFor, providerAddress } = await import('./other-ways/other-ways.ts')
    const { origin } = router.state.location.state
    const address = providerAddress(tenant, { username, origin })
    if (address) leaveFor(address, { username, remember })
    return address !== null
  }

  function fail(error: unknown): void {
    setBusy(false)
    if (error instanceof ApiError && error.reason === 'sign_in.locked') return turn(paths.locked)
    setFailure(errorText(error))
    passwordRef.current?.select()
  }

  async function submit(event: FormEvent, onChecked: () => void) {
    event.preventDefault()
    if (busy) return
    if (!username) {
      onChecked()
      return usernameRef.current?.focus()
    }
    setBusy(true)
    setFailure(null)
    try {
      if (await leaves()) return
      onChecked()
      setBusy(Boolean(password))
      if (!password) return passwordRef.current?.focus()
      proceed(await signIn(username, password, remember), { username, remember })
    } catch (error) {
      fail(error)
    }
  }

  return {
    busy,
    failure,
    usernameRef,
    passwordRef,
    submit,
    closeFailure: () => setFailure(null),
    isOutside: tenantOf(username)?.provider === 'oidc' && !isPasswordWanted,
    /** Finds out ahead how this user signs in; where that fails, submitting tells. */
    lookAhead() {
      if (username) askTenant(username).catch(() => undefined)
    },
  }
}
