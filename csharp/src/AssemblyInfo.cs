// SPDX-License-Identifier: MIT
using System.Reflection;
using System.Runtime.CompilerServices;

[assembly: AssemblyTitle("Reel")]
[assembly: AssemblyVersion("0.1.0.0")]
[assembly: InternalsVisibleTo("Behaviour")]
