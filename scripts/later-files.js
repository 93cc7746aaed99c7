/** What the one script gets from beside it when it is needed: by the names of their files, the modules, after those that they get. */
export const later = {
  'tidings-inbox.js': 'src/in-app/inbox/message-list.ts',
  'tidings-inbox-controls.js': 'src/in-app/inbox/inbox-controls.ts',
  'tidings-native.js': 'src/in-app/native/native.ts',
  'tidings-presenting.js': 'src/in-app/presenting/presenting.ts',
  'tidings-showing.js': 'src/in-app/showing/showing.ts',
  'tidings-preview.js': 'src/in-app/preview/preview.ts',
  'tidings-messages.js': 'src/in-app/keeping/keeping.ts',
  'tidings-plan.js': 'src/plan/checked-plan.ts',
  'tidings-push.js': 'src/push/enrolment.ts',
  'tidings-placement.js': 'src/embedded/placements/placements.ts',
  'tidings-push-kept.js': 'src/push/keep-pushes.ts',
  'tidings-push-prompt.js': 'src/push/prompt/prompt.ts',
  'tidings-relaying.js': 'src/relaying.ts',
  'tidings-speaking.js': 'src/speaking.ts',
  'tidings-telling.js': 'src/telling/telling.ts',
  'tidings-texts.js': 'src/script-tag/texts.ts',
};
