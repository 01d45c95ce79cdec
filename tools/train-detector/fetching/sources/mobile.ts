/** Languages for phones, mostly from native modules on npm, and for smart contracts. */
import type { SourceTable } from '../source.ts';
import { npm } from './package-names.ts';

/** Modules for React Native, Capacitor, Cordova, Expo: Kotlin, Java, Swift, Objective-C, Gradle, CMake, C++, TSX, often C# and vcxproj. */
const native = [
  'react-native-safe-area-context@5.10.1 react-native-screens@4.28.0 react-native-reanimated@4.7.1 react-native-svg@15.15.5',
  'react-native-gesture-handler@3.5.0 react-native-device-info@15.0.2 react-native-pager-view@9.0.5 react-native-mmkv@4.3.2',
  'react-native-keyboard-controller@1.22.5 react-native-permissions@5.6.2 react-native-blob-util@0.25.1 react-native-maps@1.29.11',
  'react-native-linear-gradient@2.8.3 react-native-view-shot@6.0.1 react-native-localize@3.7.2 react-native-share@12.3.1',
  'react-native-fs@2.20.0 react-native-vision-camera@5.2.3 react-native-nitro-modules@0.37.1 react-native-image-picker@8.2.1',
  'react-native-pdf@7.0.5 react-native-haptic-feedback@3.0.0 react-native-video@6.19.3 react-native-config@1.7.2',
  'react-native-keychain@10.0.0 react-native-purchases@10.10.2 react-native-calendars@1.1314.0 react-native-paper@5.15.3',
  'react-native-xaml@0.0.80 react-native-windows-init@1.2.1 react-native-performance@7.0.0 react-native-edge-to-edge@1.8.2',
  '@react-native-async-storage/async-storage@3.1.1 @react-native-community/netinfo@12.0.1 @react-native-community/datetimepicker@9.2.1',
  '@react-native-community/slider@5.2.1 @react-native-picker/picker@2.11.4 @react-native-clipboard/clipboard@1.16.3',
  '@react-native-firebase/messaging@26.4.0 @react-native-google-signin/google-signin@16.1.5 @react-native-community/geolocation@3.4.0',
  '@react-native-camera-roll/camera-roll@7.10.2 @react-native-community/blur@4.4.1 react-native-draggable-flatlist@4.0.3',
  'expo-modules-core@58.0.7 expo-file-system@58.0.2 expo-image@58.0.4 expo-notifications@58.0.2 expo-updates@57.0.24 expo-dev-menu@57.0.18',
  '@capacitor/android@8.5.2 @capacitor/ios@8.5.2 @capacitor/camera@8.2.4 @capacitor/filesystem@8.1.3 @capacitor-community/sqlite@8.1.1',
  '@capacitor-firebase/authentication@8.5.2 @capacitor-community/bluetooth-le@8.3.0 @capacitor-mlkit/barcode-scanning@8.2.1',
  'capacitor-secure-storage-plugin@0.13.0 capacitor-native-biometric@4.2.2 @capacitor-community/media@9.1.0 capacitor-blob-writer@1.1.20',
  'onesignal-cordova-plugin@5.6.0 cordova-plugin-file@8.1.3 cordova-plugin-camera@8.0.0 cordova-plugin-inappbrowser@7.0.0',
  'cordova-plugin-ble-central@2.0.0 cordova-plugin-advanced-http@3.3.1 cordova-plugin-purchase@13.18.0 cordova-plugin-calendar@5.1.6',
  'cordova-plugin-media@7.0.0 cordova-plugin-x-socialsharing@6.0.4 cordova-plugin-ionic-webview@5.0.1 cordova-plugin-fingerprint-aio@6.0.1',
  '@nativescript/core@9.1.2 tealium-react-native@2.3.2 @preeternal/react-native-cookie-manager@7.0.0 react-native@0.88.1',
  'cordova-android@15.0.0 cordova-ios@8.0.0 nitrogen@0.37.1',
].join(' ');

export const mobileSources: SourceTable = {
  kotlin: npm(native),
  dart: npm(
    '@sdkgen/dart-generator@2.5.0 @nxrocks/nx-flutter@10.0.1 appium-flutter-finder@0.3.0 dart-style@0.2.7 appium-flutter-driver@4.0.0 ' +
      'maxsim-flutter@1.37.1 @aws-amplify/amplify-frontend-flutter@1.4.7 @rentready/flutter-selenium-bridge@1.0.5 flutter-skill@0.9.36 ' +
      'agent-flutter@0.1.33 ts2dart@0.9.11',
  ),
  solidity: npm(
    '@openzeppelin/contracts@5.7.0 @openzeppelin/contracts-upgradeable@5.7.0 solady@0.1.26 solmate@6.8.0 forge-std@1.1.2 @aave/core-v3@1.19.3 ' +
      '@chainlink/contracts@1.5.0 @uniswap/lib@2.1.0 @uniswap/v3-staker@1.0.2 @account-abstraction/contracts@0.8.0 @prb/math@4.2.0 ' +
      '@hyperlane-xyz/core@12.1.0 @onchain-id/solidity@2.2.1 @axelar-network/axelar-cgp-solidity@6.4.0 @layerzerolabs/solidity-examples@1.1.0 ' +
      '@oceanprotocol/contracts@2.6.0 maci-contracts@2.5.0 @matterlabs/zksync-contracts@29.0.0 solidity-bytes-utils@0.8.4 base64-sol@1.1.0 ' +
      '@redstone-finance/evm-connector@0.9.0 @openzeppelin/foundry-upgrades@0.4.2 @gnosis.pm/mock-contract@4.0.0',
  ),
};
