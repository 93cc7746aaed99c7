import ts from 'typescript';

/**
 * Names that our modules use among themselves, and that are too long for visitors. None of them is stored on a device,
 * stands in what features need of a client, or is seen by a page.
 */
const NAMES = [
  ...['credentials', 'delivery', 'lastWords', 'outbox', 'recorder', 'tracker', 'visitor'],
  ...['claim', 'forgive', 'hear', 'hurry', 'meet', 'obey', 'urgently'],
  ...['onDelivered', 'onDropped', 'onRecorded', 'onSent', 'onTimeout', 'onTrouble'],
  ...['agree', 'agrees', 'coming', 'exchange', 'hasTaken', 'heldUntil', 'isBusy', 'isMet', 'isPrivate'],
  ...['isThere', 'isUrgent', 'known', 'onBegun', 'plugins', 'settled', 'table'],
  ...['trouble'],
  ...['tally', 'tokenHeader', 'troubleOf'],
  ...['ahead', 'flights', 'isPaused', 'isShort', 'wakeWorker'],
  ...[
    'holders',
    'isTaken',
    'onDeleted',
    'onFree',
    'onNew',
    'onShown',
    'prepare',
    'queryFor',
    'recall',
    'showAtOnce',
    'stateOf',
  ],
  ...[
    'appearance',
    'backdrop',
    'insets',
    'addTo',
    'createView',
    'ended',
    'isAnimated',
    'isApart',
    'isAskedFor',
    'isModal',
    'isNewTab',
    'isOpened',
    'isSeen',
    'place',
  ],
  ...['createShowing', 'scriptlessHtml', 'isLeftAlone'],
  ...['heardBy', 'isFresh', 'secrets'],
  ...['changesAt', 'onLooked', 'onState'],
];
/** What each of them is called in what visitors load. */
export const SHORT_NAMES = new Map(NAMES.map((name, index) => [name, `$${index.toString(36)}`]));

/**
 * Gives each of them, wherever it stands in a module, the same short name.
 *
 * @type {ts.TransformerFactory<ts.SourceFile>}
 */
export const withShortNames = (context) => (file) => {
  /** @type {ts.Visitor} */
  const visit = (node) => {
    const short = ts.isIdentifier(node) && SHORT_NAMES.get(node.text);
    return short ? context.factory.createIdentifier(short) : ts.visitEachChild(node, visit, context);
  };
  return ts.visitEachChild(file, visit, context);
};
