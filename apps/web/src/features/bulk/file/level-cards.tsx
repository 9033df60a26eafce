import { useId } from 'react'
import { IconBriefcase, IconBuilding, IconFilter, IconUser, type Icon } from '@tabler/icons-react'
import { levels, type Level, type LevelName } from '@steward/contracts/level'
import { levelTitle } from '../../../entities/level/index.ts'
import { cx } from '../../../ui/cx.ts'

const cards: Record<LevelName, { icon: Icon; text: string }> = {
  organization: { icon: IconBuilding, text: 'Your customers' },
  account: { icon: IconBriefcase, text: 'Contracts, sites or teams' },
  contact: { icon: IconUser, text: 'People at your customers' },
  pipeline: { icon: IconFilter, text: 'Opportunities and risks' },
}

type LevelCardsProps = { value: Level; onChange: (level: Level) => void; disabled: boolean }

/** What the rows of the file are; radio buttons underneath. */
export function LevelCards({ value, onChange, disabled }: LevelCardsProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-2 text-body font-medium">What does each row describe?</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {levels.map((level) => {
          const { icon: Picture, text } = cards[level.name]
          const chosen = level.id === value.id
          return (
            <label
              key={level.id}
              className={cx(
                'flex items-start gap-3 rounded-card border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
                chosen ? 'border-accent bg-accent-soft' : 'border-edge bg-surface hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={name}
                className="hidden-text"
                checked={chosen}
                onChange={() => onChange(level)}
              />
              <Picture
                size={18}
                stroke={1.5}
                aria-hidden
                className={cx('mt-px shrink-0', chosen ? 'text-accent-text' : 'text-3')}
              />
              <span className="min-w-0">
                <span className={cx('block font-medium', chosen && 'text-accent-text')}>
                  {levelTitle(level)}
                </span>
                <span className="block text-label text-2">{text}</span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
