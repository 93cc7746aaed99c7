export { startInspector } from './inspector/inspector.js';
export type { Inspector, InspectorOptions } from './inspector/inspector.js';
export type { InspectedClient } from './inspector/inspected.js';
