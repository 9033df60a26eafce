import type { LevelName } from '@steward/contracts/level'
import type { PlaybookStarter, PlaybookStep } from '@steward/contracts/playbook/template'

type Given = Pick<PlaybookStep, 'key' | 'title'> &
  Partial<Omit<PlaybookStep, 'offset'>> & { offset?: Partial<PlaybookStep['offset']> }

function step({ offset, ...given }: Given): PlaybookStep {
  return {
    activityTypeId: null,
    priority: 'NORMAL',
    description: null,
    checklist: [],
    estimateMinutes: null,
    assignee: { rule: 'primaryOwner' },
    dayOff: 'after',
    condition: null,
    conditionAt: 'apply',
    ...given,
    offset: { from: 'start', days: 0, unit: 'business', ...offset },
  }
}

/** Days after another step. */
const after = (key: string, days: number): Partial<PlaybookStep['offset']> => ({
  from: 'step',
  step: key,
  days,
})

/** Calendar days before the date that is chosen, such as that of the renewal. */
const beforeDate = (days: number): Partial<PlaybookStep['offset']> => ({
  from: 'field',
  days: -days,
  unit: 'calendar',
})

type Starter = Omit<PlaybookStarter, 'level' | 'steps' | 'durationDays' | 'dateField'> & {
  level: LevelName
  durationDays?: number
  dateField?: boolean
  steps: Given[]
}

const given: Starter[] = [
  {
    starter: 'onboarding',
    name: 'Onboarding',
    level: 'account',
    durationDays: 60,
    description: 'From the signature to the first measurable value, in about 60 days.',
    steps: [
      {
        key: 'handover',
        title: 'Take over {{record.name}} from sales',
        priority: 'HIGH',
        offset: { days: 1 },
        estimateMinutes: 30,
        description:
          'Ask sales why they bought, which outcome they expect by when, what was promised, and who could block it.',
        checklist: [
          'Goals and promises written down',
          'Decision maker and main user named',
          'Contract dates checked',
        ],
      },
      {
        key: 'kickoff',
        title: 'Hold the kick-off with {{record.name}}',
        priority: 'HIGH',
        offset: after('handover', 4),
        estimateMinutes: 90,
        description:
          'Agree on one outcome, how it is measured, and the date of the go-live. Send the summary the same day.',
        checklist: ['Agenda sent', 'Success criteria agreed', 'Go-live date agreed', 'Summary sent'],
      },
      {
        key: 'setup',
        title: 'Confirm that the set-up is complete',
        offset: after('kickoff', 8),
        estimateMinutes: 45,
        checklist: ['Users invited', 'Data imported', 'Integrations connected'],
      },
      {
        key: 'training',
        title: 'Train the main users of {{record.name}}',
        offset: after('setup', 3),
        estimateMinutes: 90,
        description: 'Train on their own data and their own first task, not on a demo.',
      },
      {
        key: 'first-value',
        title: 'Check that the first outcome was reached',
        priority: 'HIGH',
        offset: after('training', 10),
        estimateMinutes: 30,
        description:
          'Compare with the success criteria of the kick-off. If it was not reached, agree on what is missing.',
      },
      {
        key: 'close',
        title: 'Close the onboarding of {{record.name}} with a review',
        offset: { from: 'end', days: -2 },
        estimateMinutes: 60,
        checklist: ['Results shown', 'Next goal agreed', 'Regular meeting scheduled'],
      },
    ],
  },
  {
    starter: 'quarterly-review',
    name: 'Quarterly review',
    level: 'account',
    durationDays: 30,
    description: 'A review with the decision makers that ends in a decision, prepared in three weeks.',
    steps: [
      {
        key: 'invite',
        title: 'Invite the decision makers of {{record.name}}',
        offset: { days: 1 },
        estimateMinutes: 20,
        description: 'Name the decision that you want from the meeting in the invitation.',
      },
      {
        key: 'data',
        title: 'Collect results, use and open issues',
        offset: { days: 6 },
        estimateMinutes: 60,
        checklist: ['Goals of the last review', 'Use and adoption', 'Open tickets and promises', 'Risks'],
      },
      {
        key: 'draft',
        title: 'Draft the review and go through it with your contact',
        offset: after('data', 4),
        estimateMinutes: 90,
        description: 'No surprises in the meeting: your contact should agree with the figures first.',
      },
      {
        key: 'meeting',
        title: 'Hold the quarterly review with {{record.name}}',
        priority: 'HIGH',
        offset: after('draft', 5),
        estimateMinutes: 60,
      },
      {
        key: 'follow-up',
        title: 'Send decisions and next steps',
        priority: 'HIGH',
        offset: after('meeting', 1),
        estimateMinutes: 30,
        checklist: ['Summary sent', 'Goals updated', 'Pulse updated'],
      },
    ],
  },
  {
    starter: 'renewal',
    name: 'Renewal in 120 days',
    level: 'account',
    dateField: true,
    description: 'Counts back from the renewal date, so that nothing about the renewal is a surprise.',
    steps: [
      {
        key: 'assess',
        title: 'Assess the renewal of {{record.name}}',
        offset: beforeDate(120),
        estimateMinutes: 45,
        description:
          'Who decides, what did they get, what speaks against it? Log a risk for everything without an answer.',
        checklist: ['Decision maker confirmed', 'Value shown since the last renewal', 'Risks logged'],
      },
      {
        key: 'value',
        title: 'Show the value to the decision maker',
        priority: 'HIGH',
        offset: beforeDate(100),
        estimateMinutes: 60,
      },
      {
        key: 'offer',
        title: 'Send the offer to {{record.name}}',
        priority: 'HIGH',
        offset: beforeDate(75),
        estimateMinutes: 45,
      },
      {
        key: 'verbal',
        title: 'Get the verbal agreement',
        priority: 'HIGH',
        offset: beforeDate(45),
        estimateMinutes: 30,
        description: 'Without a yes by now, involve your lead and the sponsor.',
      },
      {
        key: 'signature',
        title: 'Get the signature',
        priority: 'URGENT',
        offset: beforeDate(20),
        estimateMinutes: 30,
      },
      {
        key: 'thanks',
        title: 'Say thank you, and plan the next term',
        offset: beforeDate(-5),
        estimateMinutes: 30,
      },
    ],
  },
  {
    starter: 'adoption-drop',
    name: 'Adoption drop',
    level: 'account',
    durationDays: 30,
    description: 'Find out within a week why use went down, and bring it back within a month.',
    steps: [
      {
        key: 'look',
        title: 'Find out where the use of {{record.name}} went down',
        priority: 'HIGH',
        offset: { days: 1 },
        estimateMinutes: 30,
        checklist: ['Which users stopped', 'Which part of the product', 'Since when, and what changed then'],
      },
      {
        key: 'ask',
        title: 'Call your contact and ask why',
        priority: 'HIGH',
        offset: after('look', 2),
        estimateMinutes: 30,
        description: 'Ask about changes in the team and its goals before you talk about the product.',
      },
      {
        key: 'plan',
        title: 'Agree on a plan with {{record.name}}',
        offset: after('ask', 3),
        estimateMinutes: 45,
        description: 'One goal, two or three actions, and a date to look at it again.',
      },
      {
        key: 'train',
        title: 'Do the agreed training or set-up',
        offset: after('plan', 5),
        estimateMinutes: 60,
      },
      {
        key: 'check',
        title: 'Check whether the use has recovered',
        priority: 'HIGH',
        offset: after('train', 10),
        estimateMinutes: 20,
        description: 'If it has not, log a risk and involve your lead.',
      },
    ],
  },
  {
    starter: 'champion-left',
    name: 'Champion left',
    level: 'account',
    durationDays: 30,
    description: 'Keep the account when the person who stood up for you leaves.',
    steps: [
      {
        key: 'thank',
        title: 'Thank the champion, and ask who takes over',
        priority: 'URGENT',
        offset: { days: 0 },
        estimateMinutes: 20,
        checklist: ['New contact named', 'Introduction asked for', 'New employer noted'],
      },
      {
        key: 'map',
        title: 'Update who decides and who uses at {{record.name}}',
        priority: 'HIGH',
        offset: { days: 2 },
        estimateMinutes: 30,
      },
      {
        key: 'meet',
        title: 'Meet the successor',
        priority: 'HIGH',
        offset: after('thank', 5),
        estimateMinutes: 45,
        description:
          'Ask for their goals first. Show what was reached so far only when you know what matters to them.',
      },
      {
        key: 'sponsor',
        title: 'Talk to a second sponsor at {{record.name}}',
        offset: after('meet', 5),
        estimateMinutes: 30,
        description: 'One contact is a risk. Find a second one who profits from the product.',
      },
      {
        key: 'settle',
        title: 'Update the goals with the new champion',
        offset: { from: 'end', days: -3 },
        estimateMinutes: 45,
      },
    ],
  },
]

/** Playbooks to begin with. Those that count from a date field leave it open which one it is. */
export const starters: PlaybookStarter[] = given.map(
  ({ durationDays = null, dateField = false, steps, ...starter }) => ({
    ...starter,
    durationDays,
    dateField,
    steps: steps.map(step),
  }),
)
