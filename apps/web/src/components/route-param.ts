import { useParams } from '@tanstack/react-router'

/** A parameter of the page's path, such as `id` of `$id`; undefined on pages without it. */
export function useRouteParam(name: string): string | undefined {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name]
}
