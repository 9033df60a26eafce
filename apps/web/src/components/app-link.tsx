import type { ComponentProps } from 'react'
import { Link } from '@tanstack/react-router'

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** From `paths`; may carry search parameters. */
  to: string
  preload?: 'intent' | 'viewport' | false
  replace?: boolean
  /** Whether only the very same address, with its parameters, is the current page. */
  exact?: boolean
}

const sameAddress = { exact: true, includeSearch: true }

/** A link inside the app. Pointing at it loads the page's chunk. */
export function AppLink({ to, preload = 'intent', replace, exact, ...rest }: AppLinkProps) {
  const activeOptions = exact ? sameAddress : undefined
  return (
    <Link href={to} to={to} preload={preload} replace={replace} activeOptions={activeOptions} {...rest} />
  )
}
