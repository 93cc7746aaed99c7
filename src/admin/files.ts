export { fileCheckpoint } from './bulk/file-checkpoint.js';
export { saveExport } from './exporting/save-export.js';
