import { useQuery } from '@tanstack/react-query'
import { IconUsersGroup } from '@tabler/icons-react'
import { useCan } from '../../api/can.ts'
import { levelOfSegment, segmentsQuery } from '../../entities/segment/index.ts'
import { useGo } from '../../components/go.ts'
import { paths } from '../../paths.ts'
import type { Command } from './command.ts'

const most = 5

/** Segments whose name holds the text. */
export function useFoundSegments(text: string): Command[] {
  const go = useGo()
  const may = useCan()
  const { data } = useQuery({ ...segmentsQuery, enabled: text !== '' && may('segment.read') })
  if (text === '' || !data) return []
  const wanted = text.toLowerCase()
  return data
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, most)
    .map((segment) => {
      const level = levelOfSegment(segment)
      return {
        id: `segment-${segment.segmentId}`,
        group: 'Segments',
        label: segment.name,
        detail: `Segment of ${level.plural}`,
        icon: <IconUsersGroup />,
        run: () => go(paths.segment(level.plural, segment.segmentId)),
      }
    })
}
