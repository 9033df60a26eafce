import type { ActivityType, CreateActivityType } from '@steward/contracts/activity-type'

export type StoredType = Omit<ActivityType, 'usageCount'>

/** What a new tenant begins with. */
export const firstTypes: readonly CreateActivityType[] = (
  [
    ['Call', 'phone', 'Phone call'],
    ['Meeting', 'users', 'In person or by video'],
    ['Email', 'mail', 'Agreed by email'],
    ['Demo', 'presentation', 'Product demonstration'],
    ['QBR', 'chart-bar', 'Quarterly business review'],
    ['Onboarding', 'rocket', 'Getting started with the product'],
    ['Training', 'school', 'Training on the product'],
    ['Support', 'lifebuoy', 'Help with a problem'],
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
