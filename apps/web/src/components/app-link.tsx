import type { ComponentProps } from 'react'
import { Link } from '@tanstack/react-router'

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** From `paths`; may carry search parameters. */
  to: string
  preload?: 'intent' | 'viewport' | false
  replace?: boolean
}

/** A link inside the app. Pointing at it loads the page's chunk. */
export function AppLink({ to, preload = 'intent', replace, ...rest }: AppLinkProps) {
  return <Link href={to} to={to} preload={preload} replace={replace} {...rest} />
}
