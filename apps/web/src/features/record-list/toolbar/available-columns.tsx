import { IconPlus } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { useParentFields } from '../../../entities/rule/index.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ownerFields } from '../layout/column-fields.ts'

type AvailableColumnsProps = {
  level: Level
  /** The level's own fields. */
  fields: readonly LevelField[]
  taken: readonly string[]
  query: string
  /** What choosing one does, for people: Show, Sort by. */
  verb: string
  onChoose: (name: string) => void
}

export const found = ({ displayName }: LevelField, query: string) =>
  displayName.toLowerCase().includes(query.trim().toLowerCase())

/** What could be taken too, by where it comes from: the level itself, the levels above, the owner. */
export function AvailableColumns({ level, fields, taken, query, verb, onChoose }: AvailableColumnsProps) {
  const above = useParentFields(level) ?? []
  const all = [...fields, ...above, ...ownerFields(level)]
  const left = all.filter((field) => !taken.includes(field.name) && found(field, query))
  const groups = [...Map.groupBy(left, ({ name }) => (name.includes('.') ? name.split('.')[0]! : ''))]
  return groups.map(([group, members]) => {
    const title = group === '' ? 'Available' : `${group[0]!.toUpperCase()}${group.slice(1)}`
    return (
      <section key={group} aria-label={title}>
        <h3 className="px-1 pt-3 pb-1 text-label font-medium text-3">{title}</h3>
        <ul>
          {members.map((field) => (
            <li
              key={field.name}
              className="flex h-8 items-center gap-1 rounded-chip pr-0.5 pl-2 hover:bg-raised-hover"
            >
              <span className="min-w-0 flex-1 truncate text-2">
                {group === '' ? field.displayName : field.displayName.split(' › ').slice(1).join(' › ')}
              </span>
              <IconButton
                label={`${verb} ${field.displayName}`}
                size="sm"
                icon={<IconPlus aria-hidden />}
                onClick={() => onChoose(field.name)}
              />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
