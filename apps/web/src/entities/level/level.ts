import { useRouteParam } from '../../components/route-param.ts'
import { levels, type Level } from '@steward/contracts/level'

export function levelByPlural(plural: string | undefined): Level | undefined {
  return levels.find((level) => level.plural === plural)
}

/** The level of a page under /app/$level; the route has made sure that there is one. */
export function useLevel(): Level {
  const level = useRouteParam('level')
  const found = levelByPlural(level)
  if (!found) throw new Error(`No level "${level}" in the path`)
  return found
}

/** The plural as a title: Organizations. */
export function levelTitle(level: Level): string {
  return `${level.label}s`
}
