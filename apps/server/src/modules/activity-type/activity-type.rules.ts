import type { ActivityType, CreateActivityType } from '@steward/contracts/activity-type'

export type StoredType = Omit<ActivityType, 'usageCount'>

/** The defaults of a new tenant. */
export const firstTypes: readonly CreateActivityType[] = (
  [
    ['Call', 'phone', 'Phone call'],
    ['Meeting', 'users', 'Face to face or on screen'],
    ['Email', 'mail', 'What was settled by e-mail'],
    ['Demo', 'presentation', 'The product was shown'],
    ['QBR', 'chart-bar', 'Quarterly business review'],
    ['Onboarding', 'rocket', 'Getting started with the product'],
    ['Training', 'school', 'People learned to work with the product'],
    ['Support', 'lifebuoy', 'Help with something that did not work'],
  ] as const
).map(([displayName, iconName, description]) => ({ displayName, iconName, description, isActive: true }))

/** The types of a tenant, with the ways to find one. */
export interface ActivityTypes {
  /** By name. */
  all: readonly StoredType[]
  byId: ReadonlyMap<number, StoredType>
}

/** Whether both are the same name, whatever the case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

export function typesOf(stored: readonly StoredType[]): ActivityTypes {
  const all = stored.toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
  return { all, byId: new Map(all.map((type) => [type.activityTypeId, type])) }
}
