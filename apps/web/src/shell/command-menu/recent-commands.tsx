import { levelOf } from '@steward/contracts/level'
import { useSession } from '../../api/session.ts'
import { useGo } from '../../components/go.ts'
import { recentRecords } from '../../entities/record/index.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Command } from './command.ts'

/** The records that the user opened last. */
export function useRecentCommands(): Command[] {
  const go = useGo()
  const { user } = useSession()
  if (!user) return []
  return recentRecords(user.userId).map(({ levelId, id, name }) => {
    const level = levelOf(levelId)
    return {
      id: `recent-${id}`,
      group: 'Recent',
      label: name,
      detail: level.label,
      icon: <Avatar name={name} size={18} square={level.id !== 3} />,
      run: () => go(paths.record(level.plural, id)),
    }
  })
}
