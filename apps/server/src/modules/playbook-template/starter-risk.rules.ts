import { after, type Starter } from './starter-step.rules.ts'

/** Starters for customers at risk. */
export const riskStarters: readonly Starter[] = [
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
