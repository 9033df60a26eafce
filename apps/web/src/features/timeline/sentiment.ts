import { IconMoodNeutral, IconMoodSad, IconMoodSmile, type Icon } from '@tabler/icons-react'
import type { Sentiment } from '@steward/contracts/activity'
import type { Tone } from '../../ui/badge.tsx'

/** How a sentiment is said and drawn. */
export const sentimentLooks: Readonly<Record<Sentiment, { label: string; icon: Icon; tone: Tone }>> = {
  positive: { label: 'Positive', icon: IconMoodSmile, tone: 'good' },
  neutral: { label: 'Neutral', icon: IconMoodNeutral, tone: 'neutral' },
  negative: { label: 'Negative', icon: IconMoodSad, tone: 'poor' },
}
