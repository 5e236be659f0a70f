// SPDX-License-Identifier: MIT
// Makes a library or program for netstandard2.0 of one that mcs compiled. mcs knows no reference assemblies but those of mono, in which spans are part
// of mscorlib; everywhere else they are in System.Memory, so that such a library does not load there. Only the references are written
// anew. A type that is
// not in netstandard is an error. standard.exe IN OUT; compile with Mono.Cecil.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Mono.Cecil;

static class Standard
{
    static readonly byte[] Token = { 0xcc, 0x7b, 0x13, 0xff, 0xcd, 0x2d, 0xdd, 0x51 };

    static int Main(string[] arguments)
    {
        string mono = Path.GetDirectoryName(typeof(object).Assembly.Location), facades = Path.Combine(mono, "Facades");
        DefaultAssemblyResolver resolver = new DefaultAssemblyResolver();
        resolver.AddSearchDirectory(mono);
        resolver.AddSearchDirectory(facades);
        ModuleDefinition netstandard = ModuleDefinition.ReadModule(Path.Combine(facades, "netstandard.dll"));
        HashSet<string> types = new HashSet<string>(netstandard.ExportedTypes.Select(type => type.FullName));
        AssemblyDefinition library = AssemblyDefinition.ReadAssembly(arguments[0], new ReaderParameters { AssemblyResolver = resolver });
        ModuleDefinition module = library.MainModule;
        AssemblyNameReference core = new AssemblyNameReference("netstandard", new Version(2, 0, 0, 0)) { PublicKeyToken = Token };
        AssemblyNameReference memory = new AssemblyNameReference("System.Memory", new Version(4, 0, 1, 2)) { PublicKeyToken = Token };
        List<AssemblyNameReference> replaced = module.AssemblyReferences.Where(from => from.Name == "mscorlib" || from.Name.StartsWith("System")).ToList();
        foreach (TypeReference type in module.GetTypeReferences().Where(type => replaced.Contains(type.Scope)))
        {
            bool span = type.FullName == "System.Span`1" || type.FullName == "System.ReadOnlySpan`1";
            if (!span && !types.Contains(type.FullName)) throw new Exception("not in netstandard: " + type.FullName);
            type.Scope = span ? memory : core;
        }
        foreach (AssemblyNameReference from in replaced) module.AssemblyReferences.Remove(from);
        module.AssemblyReferences.Add(core);
        module.AssemblyReferences.Add(memory);
        // mcs leaves out that the indexer of a ReadOnlySpan returns a reference that is only read; CoreCLR finds no method without it
        TypeReference onlyRead = new TypeReference("System.Runtime.InteropServices", "InAttribute", module, core);
        foreach (MethodReference method in module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody)
                     .SelectMany(method => method.Body.Instructions).Select(instruction => instruction.Operand).OfType<MethodReference>())
            if (method.Name == "get_Item" && method.DeclaringType.GetElementType().FullName == "System.ReadOnlySpan`1" && !method.ReturnType.IsRequiredModifier)
                method.ReturnType = new RequiredModifierType(onlyRead, method.ReturnType);
        library.SecurityDeclarations.Clear(); // of .NET Framework only
        library.Write(arguments[1], new WriterParameters { DeterministicMvid = true, Timestamp = 0 });
        return 0;
    }
}
