// A page knows no packages: the build makes this one file of what it names.
export { default } from 'ky';
